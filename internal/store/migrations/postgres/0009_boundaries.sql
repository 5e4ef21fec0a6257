-- +goose Up
-- add the columns of boundaries
ALTER TABLE "zones" ADD COLUMN "boundary" text NULL, ADD COLUMN "south" double precision NULL, ADD COLUMN "north" double precision NULL, ADD COLUMN "west" double precision NULL, ADD COLUMN "east" double precision NULL, ADD COLUMN "boundary_area" double precision NULL;
-- index the rectangles around boundaries
CREATE INDEX "zone_south_north_west_east" ON "zones" ("south", "north", "west", "east") WHERE (south IS NOT NULL);

-- +goose NO TRANSACTION
-- +goose Up
-- add a column for categories that are shown nearby
ALTER TABLE "categories" ADD COLUMN "shown_nearby" boolean NOT NULL DEFAULT false;
-- add columns for positions
ALTER TABLE "complaint_facts" ADD COLUMN "north" integer NULL, ADD COLUMN "east" integer NULL, ADD COLUMN "block" bigint NULL;
-- copy positions
-- in batches of complaint_facts
UPDATE "complaint_facts" SET ("north", "east", "block") = (
  SELECT "n", "e", "n" / 2500 * 144000 + "e" / 2500 FROM (
    SELECT CAST(floor(("latitude" + 90) * 1000000) AS bigint) AS "n", CAST(floor(("longitude" + 180) * 1000000) AS bigint) AS "e"
    FROM "complaints" WHERE "complaints"."id" = "complaint_facts"."id" AND "latitude" IS NOT NULL AND "longitude" IS NOT NULL
  ) AS "placed"
) WHERE "north" IS NULL;
-- index positions
CREATE INDEX CONCURRENTLY "complaintfact_block_north_east" ON "complaint_facts" ("block", "north", "east");

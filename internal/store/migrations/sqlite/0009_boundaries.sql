-- +goose Up
-- add the columns of boundaries
ALTER TABLE `zones` ADD COLUMN `boundary` text NULL;
ALTER TABLE `zones` ADD COLUMN `south` real NULL;
ALTER TABLE `zones` ADD COLUMN `north` real NULL;
ALTER TABLE `zones` ADD COLUMN `west` real NULL;
ALTER TABLE `zones` ADD COLUMN `east` real NULL;
ALTER TABLE `zones` ADD COLUMN `boundary_area` real NULL;
-- index the rectangles around boundaries
CREATE INDEX `zone_south_north_west_east` ON `zones` (`south`, `north`, `west`, `east`) WHERE south IS NOT NULL;

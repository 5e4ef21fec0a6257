-- +goose NO TRANSACTION
-- +goose Up
-- add the reason code of the latest move to complaints
ALTER TABLE `complaints` ADD COLUMN `reason_code` text NULL;
-- add the reason code of the latest move to facts
ALTER TABLE `complaint_facts` ADD COLUMN `reason_code` text NULL;
-- find the reason codes of the latest moves
-- in batches of complaints
UPDATE `complaints` SET `reason_code` = `l`.`code` FROM (SELECT `complaint_id`, `seq`, `reason_code` AS `code` FROM `status_logs`) AS `l` WHERE `l`.`complaint_id` = `complaints`.`id` AND `l`.`seq` = `complaints`.`log_rows` AND `l`.`code` <> '';
-- copy the reason codes to facts
-- in batches of complaint_facts
UPDATE `complaint_facts` SET `reason_code` = `c`.`code` FROM (SELECT `id` AS `complaint_id`, `reason_code` AS `code` FROM `complaints`) AS `c` WHERE `c`.`complaint_id` = `complaint_facts`.`id` AND `c`.`code` IS NOT NULL;
-- index complaints by reason code
CREATE INDEX `complaint_reason_code_id` ON `complaints` (`reason_code`, `id`) WHERE reason_code IS NOT NULL;
-- index complaints by their first assignment
CREATE INDEX `complaint_assigned_at_id` ON `complaints` (`assigned_at`, `id`);
-- index complaints by resolution
CREATE INDEX `complaint_resolved_at_id` ON `complaints` (`resolved_at`, `id`);
-- index complaints by when they were closed
CREATE INDEX `complaint_closed_at_id` ON `complaints` (`closed_at`, `id`);
-- index complaints by their latest move
CREATE INDEX `complaint_moved_at_id` ON `complaints` (`moved_at`, `id`);
-- index complaints by rating
CREATE INDEX `complaint_rating_id` ON `complaints` (`rating`, `id`);
-- index tasks by when they were accepted
CREATE INDEX `worktask_accepted_at_id` ON `tasks` (`accepted_at`, `id`);
-- index tasks by when they ended
CREATE INDEX `worktask_ended_at_id` ON `tasks` (`ended_at`, `id`);
-- drop the index of resolutions that another one contains
DROP INDEX `complaint_resolved_at`;

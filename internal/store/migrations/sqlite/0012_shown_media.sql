-- +goose NO TRANSACTION
-- +goose Up
-- note in media on which complaint they are listed
ALTER TABLE `media` ADD COLUMN `shown_on_id` uuid NULL CONSTRAINT `media_complaints_shown_on` REFERENCES `complaints` (`id`) ON DELETE NO ACTION;
-- find the complaints that list media
-- in batches of media
UPDATE `media` SET `shown_on_id` = COALESCE(`complaint_id`, (SELECT `t`.`complaint_id` FROM `task_updates` AS `u` JOIN `tasks` AS `t` ON `t`.`id` = `u`.`task_id` WHERE `u`.`id` = `media`.`update_id`)) WHERE `complaint_id` IS NOT NULL OR (`update_id` IS NOT NULL AND `visibility` = 'PUBLIC');
-- index media by the complaints that list them
CREATE INDEX `media_shown_on_id_id` ON `media` (`shown_on_id`, `id`);
-- drop the index of media by their complaints, which two others contain
DROP INDEX `media_complaint_id_id`;

-- +goose NO TRANSACTION
-- +goose Up
-- add the sort key of priorities to complaints
ALTER TABLE `complaints` ADD COLUMN `priority_order` integer NOT NULL DEFAULT (3);
-- add the time of the last sign-in to accounts
ALTER TABLE `users` ADD COLUMN `last_sign_in_at` datetime NULL;
-- add paths to zones
ALTER TABLE `zones` ADD COLUMN `path` text NOT NULL DEFAULT ('');
-- add paths to categories
ALTER TABLE `categories` ADD COLUMN `path` text NOT NULL DEFAULT ('');
-- find the paths of zones
WITH RECURSIVE `tree` AS (SELECT `id`, CAST(`id` AS text) || '/' AS `path` FROM `zones` WHERE `parent_id` IS NULL UNION ALL SELECT `z`.`id`, `tree`.`path` || CAST(`z`.`id` AS text) || '/' FROM `zones` AS `z` JOIN `tree` ON `z`.`parent_id` = `tree`.`id`) UPDATE `zones` SET `path` = `tree`.`path` FROM `tree` WHERE `tree`.`id` = `zones`.`id`;
-- find the paths of categories
WITH RECURSIVE `tree` AS (SELECT `id`, CAST(`id` AS text) || '/' AS `path` FROM `categories` WHERE `parent_id` IS NULL UNION ALL SELECT `c`.`id`, `tree`.`path` || CAST(`c`.`id` AS text) || '/' FROM `categories` AS `c` JOIN `tree` ON `c`.`parent_id` = `tree`.`id`) UPDATE `categories` SET `path` = `tree`.`path` FROM `tree` WHERE `tree`.`id` = `categories`.`id`;
-- find the last sign-ins in the sessions that are kept
-- in batches of users
UPDATE `users` SET `last_sign_in_at` = (SELECT MAX(`created_at`) FROM `sessions` WHERE `sessions`.`user_id` = `users`.`id` AND NOT `sessions`.`by_command`) WHERE `last_sign_in_at` IS NULL;
-- find the sort keys of priorities
-- in batches of complaints
UPDATE `complaints` SET `priority_order` = CASE `priority` WHEN 'URGENT' THEN 1 WHEN 'HIGH' THEN 2 WHEN 'LOW' THEN 4 ELSE 3 END WHERE `priority` <> 'NORMAL';
-- index complaints by priority
CREATE INDEX `complaint_priority_order_id` ON `complaints` (`priority_order`, `id`);
-- index complaints by priority and deadline
CREATE INDEX `complaint_priority_order_due_order_id` ON `complaints` (`priority_order`, `due_order`, `id`);
-- index tasks by deadline
CREATE INDEX `worktask_due_at_id` ON `tasks` (`due_at`, `id`);
-- index accounts by their last sign-in
CREATE INDEX `user_last_sign_in_at_id` ON `users` (`last_sign_in_at`, `id`);

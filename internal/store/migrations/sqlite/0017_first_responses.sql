-- +goose NO TRANSACTION
-- +goose Up
-- count the changes of complaints that only the office sees
ALTER TABLE `complaint_revisions` ADD COLUMN `internal_changes` integer NOT NULL DEFAULT (0);
-- count them in the complaints
ALTER TABLE `complaints` ADD COLUMN `internal_changes` integer NOT NULL DEFAULT (0);
-- keep the first response to a complaint
ALTER TABLE `complaints` ADD COLUMN `first_response_at` datetime NULL;
-- keep how long it took
ALTER TABLE `complaints` ADD COLUMN `first_response_took` integer NULL;
-- find the first responses
-- in batches of complaints
UPDATE `complaints` SET (`first_response_at`, `first_response_took`) = (
  SELECT `at`, (`took` >> `left` << `left`) + (1 << `left`) / 2 FROM (
  SELECT `at`, `took`, CASE WHEN `took` < 64 THEN 0 WHEN `took` < 128 THEN 1 WHEN `took` < 256 THEN 2 WHEN `took` < 512 THEN 3 WHEN `took` < 1024 THEN 4 WHEN `took` < 2048 THEN 5 WHEN `took` < 4096 THEN 6 WHEN `took` < 8192 THEN 7 WHEN `took` < 16384 THEN 8 WHEN `took` < 32768 THEN 9 WHEN `took` < 65536 THEN 10 WHEN `took` < 131072 THEN 11 WHEN `took` < 262144 THEN 12 WHEN `took` < 524288 THEN 13 WHEN `took` < 1048576 THEN 14 WHEN `took` < 2097152 THEN 15 WHEN `took` < 4194304 THEN 16 WHEN `took` < 8388608 THEN 17 WHEN `took` < 16777216 THEN 18 WHEN `took` < 33554432 THEN 19 WHEN `took` < 67108864 THEN 20 WHEN `took` < 134217728 THEN 21 WHEN `took` < 268435456 THEN 22 WHEN `took` < 536870912 THEN 23 WHEN `took` < 1073741824 THEN 24 WHEN `took` < 2147483648 THEN 25 WHEN `took` < 4294967296 THEN 26 ELSE 27 END AS `left` FROM (
  SELECT MIN(`at`) AS `at`, MAX(0, CAST(strftime('%s', substr(MIN(`at`), 1, 19)) AS integer) - CAST(strftime('%s', substr(`complaints`.`created_at`, 1, 19)) AS integer) - (substr(MIN(`at`), 20) < substr(`complaints`.`created_at`, 20))) AS `took` FROM (
  SELECT `created_at` AS `at`, `author_id` AS `author` FROM `comments` WHERE `complaint_id` = `complaints`.`id` AND `visibility` = 'PUBLIC'
  UNION ALL SELECT `created_at`, `actor_id` FROM `status_logs` WHERE `complaint_id` = `complaints`.`id` AND `public_note` <> '' AND `agent` <> 'SYSTEM'
  ) AS `words` WHERE `author` IS NULL OR `complaints`.`submitted_by_id` IS NULL OR `author` <> `complaints`.`submitted_by_id`
  ) AS `first` WHERE `at` IS NOT NULL ) AS `quantized` )
  WHERE EXISTS (SELECT 1 FROM `comments` WHERE `complaint_id` = `complaints`.`id` AND `visibility` = 'PUBLIC')
  OR EXISTS (SELECT 1 FROM `status_logs` WHERE `complaint_id` = `complaints`.`id` AND `public_note` <> '' AND `agent` <> 'SYSTEM');
-- copy the first responses to facts
-- in batches of complaint_facts
UPDATE `complaint_facts` SET `facts` = (`facts` & 536870911) | ((
  SELECT `left` * 32 + (`took` >> `left`) + 1 FROM (
  SELECT `took`, CASE WHEN `took` < 64 THEN 0 WHEN `took` < 128 THEN 1 WHEN `took` < 256 THEN 2 WHEN `took` < 512 THEN 3 WHEN `took` < 1024 THEN 4 WHEN `took` < 2048 THEN 5 WHEN `took` < 4096 THEN 6 WHEN `took` < 8192 THEN 7 WHEN `took` < 16384 THEN 8 WHEN `took` < 32768 THEN 9 WHEN `took` < 65536 THEN 10 WHEN `took` < 131072 THEN 11 WHEN `took` < 262144 THEN 12 WHEN `took` < 524288 THEN 13 WHEN `took` < 1048576 THEN 14 WHEN `took` < 2097152 THEN 15 WHEN `took` < 4194304 THEN 16 WHEN `took` < 8388608 THEN 17 WHEN `took` < 16777216 THEN 18 WHEN `took` < 33554432 THEN 19 WHEN `took` < 67108864 THEN 20 WHEN `took` < 134217728 THEN 21 WHEN `took` < 268435456 THEN 22 WHEN `took` < 536870912 THEN 23 WHEN `took` < 1073741824 THEN 24 WHEN `took` < 2147483648 THEN 25 WHEN `took` < 4294967296 THEN 26 ELSE 27 END AS `left` FROM (
  SELECT `first_response_took` AS `took` FROM `complaints` WHERE `id` = `complaint_facts`.`id` ) AS `first` ) AS `quantized` ) << 29)
  WHERE EXISTS (SELECT 1 FROM `complaints` WHERE `id` = `complaint_facts`.`id` AND `first_response_took` IS NOT NULL);

-- +goose Up
-- note in events what changed
ALTER TABLE `events` ADD COLUMN `changed` integer NULL;
-- note in events the version after a change
ALTER TABLE `events` ADD COLUMN `version` integer NULL;
-- note in events who made a change
ALTER TABLE `events` ADD COLUMN `actor_id` uuid NULL;
-- create saved views
CREATE TABLE `saved_views` (
  `id` uuid NOT NULL,
  `list` text NOT NULL,
  `name` text NOT NULL,
  `filter` text NOT NULL,
  `sort_keys` text NOT NULL,
  `columns` json NOT NULL,
  `shared_with` text NULL,
  `version` integer NOT NULL DEFAULT (1),
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `deleted_at` datetime NULL,
  `owner_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `saved_views_users_owner` FOREIGN KEY (`owner_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- index saved views by their owners
CREATE INDEX `savedview_owner_id_id` ON `saved_views` (`owner_id`, `id`);
-- index saved views by whom they are shared with
CREATE INDEX `savedview_shared_with_id` ON `saved_views` (`shared_with`, `id`);

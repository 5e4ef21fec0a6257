-- +goose NO TRANSACTION
-- +goose Up
-- add the way of mergers to complaints
ALTER TABLE `complaints` ADD COLUMN `merged_via_id` uuid NULL;
-- add handlers to complaints
ALTER TABLE `complaints` ADD COLUMN `handler_id` uuid NULL CONSTRAINT `complaints_users_handler` REFERENCES `users` (`id`) ON DELETE NO ACTION;
-- index complaints by their handlers
CREATE INDEX `complaint_handler_id_id` ON `complaints` (`handler_id`, `id`);
-- create the revisions of complaints
CREATE TABLE `complaint_revisions` (
  `id` uuid NOT NULL,
  `seq` integer NOT NULL,
  `complaint_version` integer NOT NULL,
  `title_before` text NULL,
  `title_after` text NULL,
  `description_before` text NULL,
  `description_after` text NULL,
  `address_before` text NULL,
  `address_after` text NULL,
  `latitude_before` real NULL,
  `longitude_before` real NULL,
  `latitude_after` real NULL,
  `longitude_after` real NULL,
  `redacted_at` datetime NULL,
  `created_at` datetime NOT NULL,
  `complaint_id` uuid NOT NULL,
  `actor_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `complaint_revisions_complaints_complaint` FOREIGN KEY (`complaint_id`) REFERENCES `complaints` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `complaint_revisions_users_actor` FOREIGN KEY (`actor_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- number the revisions of complaints
CREATE UNIQUE INDEX `complaintrevision_complaint_id_seq` ON `complaint_revisions` (`complaint_id`, `seq`);
-- index the revisions of complaints
CREATE INDEX `complaintrevision_complaint_id_id` ON `complaint_revisions` (`complaint_id`, `id`);
-- index the revisions of complaints by time
CREATE INDEX `complaintrevision_complaint_id_created_at_id` ON `complaint_revisions` (`complaint_id`, `created_at`, `id`);
-- index revisions by who made them
CREATE INDEX `complaintrevision_actor_id` ON `complaint_revisions` (`actor_id`);

-- +goose NO TRANSACTION
-- +goose Up
-- create late evidence
CREATE TABLE `late_evidence` (
  `id` uuid NOT NULL,
  `client_id` uuid NOT NULL,
  `type` text NOT NULL,
  `remarks` text NOT NULL DEFAULT (''),
  `percentage_completed` integer NULL,
  `occurred_at` datetime NOT NULL,
  `lost_at` datetime NOT NULL,
  `task_status` text NOT NULL,
  `redacted_at` datetime NULL,
  `created_at` datetime NOT NULL,
  `complaint_id` uuid NOT NULL,
  `task_id` uuid NOT NULL,
  `author_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `late_evidence_complaints_complaint` FOREIGN KEY (`complaint_id`) REFERENCES `complaints` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `late_evidence_tasks_task` FOREIGN KEY (`task_id`) REFERENCES `tasks` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `late_evidence_users_author` FOREIGN KEY (`author_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- index late evidence by complaint
CREATE INDEX `lateevidence_complaint_id_id` ON `late_evidence` (`complaint_id`, `id`);
-- index late evidence by complaint and time
CREATE INDEX `lateevidence_complaint_id_created_at_id` ON `late_evidence` (`complaint_id`, `created_at`, `id`);
-- index late evidence by task
CREATE INDEX `lateevidence_task_id_id` ON `late_evidence` (`task_id`, `id`);
-- index late evidence by task and time
CREATE INDEX `lateevidence_task_id_created_at_id` ON `late_evidence` (`task_id`, `created_at`, `id`);
-- keep late evidence once
CREATE UNIQUE INDEX `lateevidence_author_id_client_id` ON `late_evidence` (`author_id`, `client_id`);
-- add late evidence to media
ALTER TABLE `media` ADD COLUMN `late_evidence_id` uuid NULL CONSTRAINT `media_late_evidence_late_evidence` REFERENCES `late_evidence` (`id`) ON DELETE NO ACTION;
-- index media by their late evidence
CREATE INDEX `media_late_evidence_id_id` ON `media` (`late_evidence_id`, `id`);
-- keep a file of late evidence once
CREATE UNIQUE INDEX `media_late_evidence_id_received_sha256` ON `media` (`late_evidence_id`, `received_sha256`);

-- +goose NO TRANSACTION
-- +goose Up
-- make room for what tasks are found by, which a job writes
CREATE TABLE `task_texts` (
  `id` integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  `body` text NOT NULL,
  `complaint_id` uuid NOT NULL,
  CONSTRAINT `task_texts_complaints_complaint` FOREIGN KEY (`complaint_id`) REFERENCES `complaints` (`id`) ON DELETE NO ACTION
);
-- index it
CREATE UNIQUE INDEX `tasktext_complaint_id` ON `task_texts` (`complaint_id`);

-- +goose NO TRANSACTION
-- +goose Up
-- make room for links that are handed over, and sent to no contact
ALTER TABLE `links` ALTER COLUMN `contact_id` DROP NOT NULL;
-- create the letters that are read out on the telephone for a link
CREATE TABLE `link_codes` (
  `id` uuid NOT NULL,
  `hash` blob NOT NULL,
  `created_at` datetime NOT NULL,
  `ended_at` datetime NULL,
  `complaint_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `link_codes_complaints_complaint` FOREIGN KEY (`complaint_id`) REFERENCES `complaints` (`id`) ON DELETE NO ACTION
);
-- find those of a complaint, of which there is one
CREATE UNIQUE INDEX `linkcode_complaint_id` ON `link_codes` (`complaint_id`);

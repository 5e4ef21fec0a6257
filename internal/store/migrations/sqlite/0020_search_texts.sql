-- +goose NO TRANSACTION
-- +goose Up
-- make room for what contacts are found by
ALTER TABLE `contacts` ADD COLUMN `search_text` text NOT NULL DEFAULT '';
-- make room for the digits of telephone numbers
ALTER TABLE `contacts` ADD COLUMN `phone_digits` text NULL;
-- make room for what service providers are found by
ALTER TABLE `service_providers` ADD COLUMN `search_text` text NOT NULL DEFAULT '';
-- make room for what payments are found by
CREATE TABLE `payment_texts` (
  `id` integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  `body` text NOT NULL,
  `payment_id` uuid NOT NULL,
  CONSTRAINT `payment_texts_payments_payment` FOREIGN KEY (`payment_id`) REFERENCES `payments` (`id`) ON UPDATE NO ACTION ON DELETE NO ACTION
);
-- index it
CREATE UNIQUE INDEX `paymenttext_payment_id` ON `payment_texts` (`payment_id`);
-- Jobs fold these texts further; until then they are found in any case.
-- write what contacts are found by
-- in batches of contacts
UPDATE `contacts` SET `search_text` = lower(COALESCE((SELECT `name` FROM `users` WHERE `users`.`id` = `contacts`.`user_id`), `name`)) || char(31) || lower(`email`) || char(31) || lower(`phone`)
  WHERE `search_text` = '';
-- write what service providers are found by
-- in batches of service_providers
UPDATE `service_providers` SET `search_text` = lower(`name`)
  WHERE `search_text` = '';
-- write what payments are found by
-- in batches of payments
INSERT INTO `payment_texts` (`payment_id`, `body`) SELECT `id`, lower(`payment_reference`) || char(31) || lower(`invoice_number`) FROM `payments`
  WHERE true;
-- index the contacts that are to be folded
CREATE INDEX `contacts_unfolded` ON `contacts` (`id`) WHERE phone_digits IS NULL;

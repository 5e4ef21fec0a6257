-- +goose NO TRANSACTION
-- +goose Up
-- make room for when addresses were confirmed
ALTER TABLE `contacts` ADD COLUMN `confirmed_at` datetime NULL;
-- make room for when they were denied
ALTER TABLE `contacts` ADD COLUMN `denied_at` datetime NULL;
-- make room for when people unsubscribed
ALTER TABLE `contacts` ADD COLUMN `unsubscribed_at` datetime NULL;
-- index the addresses of accounts
CREATE UNIQUE INDEX `contacts_of_accounts` ON `contacts` (`email_key`) WHERE user_id IS NOT NULL;
-- index all addresses
CREATE INDEX `contact_email_key` ON `contacts` (`email_key`);
-- drop the index that they replace
DROP INDEX `contacts_email_key_key`;
-- index the addresses that are to be normalized
CREATE INDEX `contacts_without_key` ON `contacts` (`id`) WHERE email_key IS NULL AND email <> '';
-- confirm the addresses that administrators, commands and imports gave
-- in batches of contacts
UPDATE `contacts` SET `confirmed_at` = `created_at`
  WHERE `confirmed_at` IS NULL AND `email` <> '' AND (`user_id` IS NULL OR NOT EXISTS (SELECT 1 FROM `audit_entries` WHERE `audit_entries`.`subject_id` = `contacts`.`user_id` AND `audit_entries`.`action` = 'user.register'));
-- make room for notifications to nobody's account
ALTER TABLE `notifications` ALTER COLUMN `recipient_id` DROP NOT NULL;
-- make room for the addresses of notifications
ALTER TABLE `notifications` ADD COLUMN `address_key` text NULL;
-- make room for the kinds of notifications
ALTER TABLE `notifications` ADD COLUMN `kind` text NOT NULL DEFAULT '';
-- make room for their contacts
ALTER TABLE `notifications` ADD COLUMN `contact_id` uuid NULL CONSTRAINT `notifications_contacts_contact` REFERENCES `contacts` (`id`) ON DELETE NO ACTION;
-- refuse notifications for nobody
ALTER TABLE `notifications` ADD CONSTRAINT `notifications_are_for_somebody` CHECK (recipient_id IS NOT NULL OR contact_id IS NOT NULL);
-- let each address be asked once
CREATE UNIQUE INDEX `notification_confirmation` ON `notifications` (`address_key`) WHERE kind = 'CONFIRM_ADDRESS';
-- index what goes to an address
CREATE INDEX `notification_address` ON `notifications` (`address_key`, `created_at`) WHERE address_key IS NOT NULL;
-- index what goes to a contact
CREATE INDEX `notification_contact_id` ON `notifications` (`contact_id`) WHERE contact_id IS NOT NULL;

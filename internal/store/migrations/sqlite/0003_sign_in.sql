-- +goose Up
-- modify "credentials" table
ALTER TABLE `credentials` ADD COLUMN `must_change` bool NOT NULL DEFAULT (false);
-- modify "sessions" table
ALTER TABLE `sessions` ADD COLUMN `by_command` bool NOT NULL DEFAULT (false);
-- the command has always named itself
UPDATE `sessions` SET `by_command` = true WHERE `user_agent` = 'redress token';
-- create "sign_in_addresses" table
CREATE TABLE `sign_in_addresses` (
  `id` uuid NOT NULL,
  `digest` text NOT NULL,
  `expires_at` datetime NOT NULL,
  `user_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `sign_in_addresses_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- create index "signinaddress_user_id_digest" to table: "sign_in_addresses"
CREATE UNIQUE INDEX `signinaddress_user_id_digest` ON `sign_in_addresses` (`user_id`, `digest`);
-- create index "signinaddress_expires_at" to table: "sign_in_addresses"
CREATE INDEX `signinaddress_expires_at` ON `sign_in_addresses` (`expires_at`);

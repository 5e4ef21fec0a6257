-- +goose NO TRANSACTION
-- +goose Up
-- make room for what reporters write by a link
ALTER TABLE `comments` ADD COLUMN `by_link` bool NOT NULL DEFAULT false;
-- make room for what reporters upload by a link
ALTER TABLE `media` ADD COLUMN `by_link` bool NOT NULL DEFAULT false;
-- make room for keys of no account
ALTER TABLE `idempotency_keys` ALTER COLUMN `account_id` DROP NOT NULL;
-- make room for keys of links
ALTER TABLE `idempotency_keys` ADD COLUMN `link_id` uuid NULL CONSTRAINT `idempotency_keys_links_link` REFERENCES `links` (`id`) ON DELETE NO ACTION;
-- find a key of a link
CREATE UNIQUE INDEX `idempotencykey_link_id_key` ON `idempotency_keys` (`link_id`, `key`);

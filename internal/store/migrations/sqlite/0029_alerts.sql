-- +goose NO TRANSACTION
-- +goose Up
-- create alerts
CREATE TABLE `alerts` (
  `id` uuid NOT NULL,
  `name` text NOT NULL,
  `good_at` datetime NULL,
  `failed_at` datetime NULL,
  `reason` text NOT NULL DEFAULT (''),
  `told_at` datetime NULL,
  `expected_at` datetime NOT NULL,
  PRIMARY KEY (`id`)
);
-- keep one of each
CREATE UNIQUE INDEX `alert_name` ON `alerts` (`name`);

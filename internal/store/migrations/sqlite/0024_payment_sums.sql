-- +goose NO TRANSACTION
-- +goose Up
-- make room for the sums of payments by month, and of all
CREATE TABLE `payment_sums` (
  `id` integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  `period` text NOT NULL,
  `currency` text NOT NULL,
  `type` text NOT NULL,
  `payments` integer NOT NULL,
  `amount_minor` integer NOT NULL,
  `provider_id` uuid NOT NULL,
  CONSTRAINT `payment_sums_service_providers_provider` FOREIGN KEY (`provider_id`) REFERENCES `service_providers` (`id`) ON DELETE NO ACTION
);
-- index those of a service provider
CREATE UNIQUE INDEX `paymentsum_provider_id_period_currency_type` ON `payment_sums` (`provider_id`, `period`, `currency`, `type`);
-- index those of all service providers
CREATE INDEX `paymentsum_period` ON `payment_sums` (`period`);
-- add up payments by month
-- in batches of payment_days
INSERT INTO `payment_sums` (`provider_id`, `period`, `currency`, `type`, `payments`, `amount_minor`) SELECT `provider_id`, substr(`payment_date`, 1, 7), `currency`, `type`, CAST(SUM(`payments`) AS bigint), CAST(SUM(`amount_minor`) AS bigint)
  FROM `payment_days` WHERE true GROUP BY `provider_id`, substr(`payment_date`, 1, 7), `currency`, `type`
  ON CONFLICT (`provider_id`, `period`, `currency`, `type`) DO UPDATE SET `payments` = `payment_sums`.`payments` + `excluded`.`payments`, `amount_minor` = `payment_sums`.`amount_minor` + `excluded`.`amount_minor`;
-- add up all payments
-- in batches of payment_days
INSERT INTO `payment_sums` (`provider_id`, `period`, `currency`, `type`, `payments`, `amount_minor`) SELECT `provider_id`, '', `currency`, `type`, CAST(SUM(`payments`) AS bigint), CAST(SUM(`amount_minor`) AS bigint)
  FROM `payment_days` WHERE true GROUP BY `provider_id`, `currency`, `type`
  ON CONFLICT (`provider_id`, `period`, `currency`, `type`) DO UPDATE SET `payments` = `payment_sums`.`payments` + `excluded`.`payments`, `amount_minor` = `payment_sums`.`amount_minor` + `excluded`.`amount_minor`;

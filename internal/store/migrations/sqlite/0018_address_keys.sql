-- +goose NO TRANSACTION
-- +goose Up
-- note what addresses have in common
ALTER TABLE `complaint_facts` ADD COLUMN `address_key` integer NULL;
-- index addresses
CREATE INDEX `complaintfact_address_key` ON `complaint_facts` (`address_key`) WHERE address_key IS NOT NULL;

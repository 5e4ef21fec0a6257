-- +goose NO TRANSACTION
-- +goose Up
-- make room for the switches of notifications that accounts have set
ALTER TABLE `users` ADD COLUMN `switches` json NULL;

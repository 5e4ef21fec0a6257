-- +goose NO TRANSACTION
-- +goose Up
-- add when a mail server refused the e-mail address of a contact
ALTER TABLE "contacts" ADD COLUMN "refused_at" timestamptz NULL;

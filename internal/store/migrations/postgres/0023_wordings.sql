-- +goose NO TRANSACTION
-- +goose Up
-- note what the service says in a notification, apart from its language
ALTER TABLE "notifications" ADD COLUMN "wording" character varying NOT NULL DEFAULT '';

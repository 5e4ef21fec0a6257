-- +goose NO TRANSACTION
-- +goose Up
-- make room for when daily digests are due
ALTER TABLE "users" ADD COLUMN "digest_at" timestamptz NULL;
-- index those that are due
CREATE INDEX CONCURRENTLY "user_role_digest_at" ON "users" ("role", "digest_at");

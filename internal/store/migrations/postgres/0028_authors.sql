-- +goose NO TRANSACTION
-- +goose Up
-- make room for what the authors of broadcasts were told
ALTER TABLE "broadcasts" ADD COLUMN "author_told" character varying NULL;
-- index those of which there is something left to tell
CREATE INDEX CONCURRENTLY "broadcast_author_told" ON "broadcasts" ("id") WHERE (author_told IS NOT NULL);

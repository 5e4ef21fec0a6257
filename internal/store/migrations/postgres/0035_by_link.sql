-- +goose NO TRANSACTION
-- +goose Up
-- make room for what reporters write by a link
ALTER TABLE "comments" ADD COLUMN "by_link" boolean NOT NULL DEFAULT false;
-- make room for what reporters upload by a link
ALTER TABLE "media" ADD COLUMN "by_link" boolean NOT NULL DEFAULT false;
-- make room for keys of no account
ALTER TABLE "idempotency_keys" ALTER COLUMN "account_id" DROP NOT NULL;
-- make room for keys of links
ALTER TABLE "idempotency_keys" ADD COLUMN "link_id" uuid NULL, ADD CONSTRAINT "idempotency_keys_links_link" FOREIGN KEY ("link_id") REFERENCES "links" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION;
-- find a key of a link
CREATE UNIQUE INDEX "idempotencykey_link_id_key" ON "idempotency_keys" ("link_id", "key");

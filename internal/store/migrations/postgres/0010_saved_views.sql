-- +goose Up
-- note in events what changed, and who changed it
ALTER TABLE "events" ADD COLUMN "changed" bigint NULL, ADD COLUMN "version" bigint NULL, ADD COLUMN "actor_id" uuid NULL;
-- create saved views
CREATE TABLE "saved_views" (
  "id" uuid NOT NULL,
  "list" character varying NOT NULL,
  "name" character varying NOT NULL,
  "filter" character varying NOT NULL,
  "sort_keys" character varying NOT NULL,
  "columns" jsonb NOT NULL,
  "shared_with" character varying NULL,
  "version" bigint NOT NULL DEFAULT 1,
  "created_at" timestamptz NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "deleted_at" timestamptz NULL,
  "owner_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "saved_views_users_owner" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION
);
-- index saved views by their owners
CREATE INDEX "savedview_owner_id_id" ON "saved_views" ("owner_id", "id");
-- index saved views by whom they are shared with
CREATE INDEX "savedview_shared_with_id" ON "saved_views" ("shared_with", "id");

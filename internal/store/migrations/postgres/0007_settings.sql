-- +goose Up
-- create "preferences" table
CREATE TABLE "preferences" (
  "id" uuid NOT NULL,
  "chosen" jsonb NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "user_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "preferences_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION
);
-- create index "preference_user_id" to table: "preferences"
CREATE UNIQUE INDEX "preference_user_id" ON "preferences" ("user_id");
-- create "settings_changes" table
CREATE TABLE "settings_changes" (
  "id" uuid NOT NULL,
  "version" bigint NOT NULL,
  "before" jsonb NOT NULL,
  "after" jsonb NOT NULL,
  "settings" jsonb NOT NULL,
  "created_at" timestamptz NOT NULL,
  "actor_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "settings_changes_users_actor" FOREIGN KEY ("actor_id") REFERENCES "users" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION
);
-- create index "settingschange_actor_id_id" to table: "settings_changes"
CREATE INDEX "settingschange_actor_id_id" ON "settings_changes" ("actor_id", "id");
-- create index "settingschange_version" to table: "settings_changes"
CREATE UNIQUE INDEX "settingschange_version" ON "settings_changes" ("version");

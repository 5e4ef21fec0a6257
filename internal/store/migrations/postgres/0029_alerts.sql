-- +goose NO TRANSACTION
-- +goose Up
-- create alerts
CREATE TABLE "alerts" (
  "id" uuid NOT NULL,
  "name" character varying NOT NULL,
  "good_at" timestamptz NULL,
  "failed_at" timestamptz NULL,
  "reason" character varying NOT NULL DEFAULT '',
  "told_at" timestamptz NULL,
  "expected_at" timestamptz NOT NULL,
  PRIMARY KEY ("id")
);
-- keep one of each
CREATE UNIQUE INDEX "alert_name" ON "alerts" ("name");

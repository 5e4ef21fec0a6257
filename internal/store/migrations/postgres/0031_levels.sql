-- +goose NO TRANSACTION
-- +goose Up
-- create the levels of notifications
CREATE TABLE "notification_levels" (
  "id" uuid NOT NULL,
  "level" character varying NOT NULL,
  "updated_at" timestamptz NOT NULL,
  "user_id" uuid NOT NULL,
  "complaint_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "notification_levels_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION,
  CONSTRAINT "notification_levels_complaints_complaint" FOREIGN KEY ("complaint_id") REFERENCES "complaints" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION
);
-- keep one for an account and a complaint
CREATE UNIQUE INDEX "notificationlevel_complaint_id_user_id" ON "notification_levels" ("complaint_id", "user_id");
-- find what an account watches
CREATE INDEX "notificationlevel_user_id_level_complaint_id" ON "notification_levels" ("user_id", "level", "complaint_id");
-- note which notifications are for those who watch
ALTER TABLE "notifications" ADD COLUMN "watched" boolean NOT NULL DEFAULT false;

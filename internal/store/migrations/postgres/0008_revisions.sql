-- +goose NO TRANSACTION
-- +goose Up
-- add the way of mergers to complaints
ALTER TABLE "complaints" ADD COLUMN "merged_via_id" uuid NULL;
-- add handlers to complaints
ALTER TABLE "complaints" ADD COLUMN "handler_id" uuid NULL;
-- refuse handlers that are no accounts
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_users_handler" FOREIGN KEY ("handler_id") REFERENCES "users" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION NOT VALID;
-- check all handlers
ALTER TABLE "complaints" VALIDATE CONSTRAINT "complaints_users_handler";
-- index complaints by their handlers
CREATE INDEX CONCURRENTLY "complaint_handler_id_id" ON "complaints" ("handler_id", "id");
-- create the revisions of complaints
CREATE TABLE "complaint_revisions" (
  "id" uuid NOT NULL,
  "seq" bigint NOT NULL,
  "complaint_version" bigint NOT NULL,
  "title_before" character varying NULL,
  "title_after" character varying NULL,
  "description_before" character varying NULL,
  "description_after" character varying NULL,
  "address_before" character varying NULL,
  "address_after" character varying NULL,
  "latitude_before" double precision NULL,
  "longitude_before" double precision NULL,
  "latitude_after" double precision NULL,
  "longitude_after" double precision NULL,
  "redacted_at" timestamptz NULL,
  "created_at" timestamptz NOT NULL,
  "complaint_id" uuid NOT NULL,
  "actor_id" uuid NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "complaint_revisions_complaints_complaint" FOREIGN KEY ("complaint_id") REFERENCES "complaints" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION,
  CONSTRAINT "complaint_revisions_users_actor" FOREIGN KEY ("actor_id") REFERENCES "users" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION
);
-- index revisions by who made them
CREATE INDEX "complaintrevision_actor_id" ON "complaint_revisions" ("actor_id");
-- index the revisions of complaints by time
CREATE INDEX "complaintrevision_complaint_id_created_at_id" ON "complaint_revisions" ("complaint_id", "created_at", "id");
-- index the revisions of complaints
CREATE INDEX "complaintrevision_complaint_id_id" ON "complaint_revisions" ("complaint_id", "id");
-- number the revisions of complaints
CREATE UNIQUE INDEX "complaintrevision_complaint_id_seq" ON "complaint_revisions" ("complaint_id", "seq");

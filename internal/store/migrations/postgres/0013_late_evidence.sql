-- +goose NO TRANSACTION
-- +goose Up
-- create late evidence
CREATE TABLE "late_evidence" (
  "id" uuid NOT NULL,
  "client_id" uuid NOT NULL,
  "type" character varying NOT NULL,
  "remarks" character varying NOT NULL DEFAULT '',
  "percentage_completed" bigint NULL,
  "occurred_at" timestamptz NOT NULL,
  "lost_at" timestamptz NOT NULL,
  "task_status" character varying NOT NULL,
  "redacted_at" timestamptz NULL,
  "created_at" timestamptz NOT NULL,
  "complaint_id" uuid NOT NULL,
  "task_id" uuid NOT NULL,
  "author_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "late_evidence_complaints_complaint" FOREIGN KEY ("complaint_id") REFERENCES "complaints" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION,
  CONSTRAINT "late_evidence_tasks_task" FOREIGN KEY ("task_id") REFERENCES "tasks" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION,
  CONSTRAINT "late_evidence_users_author" FOREIGN KEY ("author_id") REFERENCES "users" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION
);
-- keep late evidence once
CREATE UNIQUE INDEX "lateevidence_author_id_client_id" ON "late_evidence" ("author_id", "client_id");
-- index late evidence by complaint and time
CREATE INDEX "lateevidence_complaint_id_created_at_id" ON "late_evidence" ("complaint_id", "created_at", "id");
-- index late evidence by complaint
CREATE INDEX "lateevidence_complaint_id_id" ON "late_evidence" ("complaint_id", "id");
-- index late evidence by task and time
CREATE INDEX "lateevidence_task_id_created_at_id" ON "late_evidence" ("task_id", "created_at", "id");
-- index late evidence by task
CREATE INDEX "lateevidence_task_id_id" ON "late_evidence" ("task_id", "id");
-- add late evidence to media
ALTER TABLE "media" ADD COLUMN "late_evidence_id" uuid NULL;
-- refuse media of no late evidence
ALTER TABLE "media" ADD CONSTRAINT "media_late_evidence_late_evidence" FOREIGN KEY ("late_evidence_id") REFERENCES "late_evidence" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION NOT VALID;
-- check the late evidence of media
ALTER TABLE "media" VALIDATE CONSTRAINT "media_late_evidence_late_evidence";
-- index media by their late evidence
CREATE INDEX CONCURRENTLY "media_late_evidence_id_id" ON "media" ("late_evidence_id", "id");
-- keep a file of late evidence once
CREATE UNIQUE INDEX CONCURRENTLY "media_late_evidence_id_received_sha256" ON "media" ("late_evidence_id", "received_sha256");

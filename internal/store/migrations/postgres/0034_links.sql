-- +goose NO TRANSACTION
-- +goose Up
-- create the links by which reporters follow a complaint without signing in
CREATE TABLE "links" (
  "id" uuid NOT NULL,
  "hash" bytea NOT NULL,
  "created_at" timestamptz NOT NULL,
  "ended_at" timestamptz NULL,
  "last_used_at" timestamptz NULL,
  "complaint_id" uuid NOT NULL,
  "contact_id" uuid NOT NULL,
  PRIMARY KEY ("id"),
  CONSTRAINT "links_complaints_complaint" FOREIGN KEY ("complaint_id") REFERENCES "complaints" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION,
  CONSTRAINT "links_contacts_contact" FOREIGN KEY ("contact_id") REFERENCES "contacts" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION
);
-- find a link by its token
CREATE UNIQUE INDEX "links_hash_key" ON "links" ("hash");
-- find those of a complaint
CREATE INDEX "link_complaint_id_id" ON "links" ("complaint_id", "id");
-- find those of a contact
CREATE INDEX "link_contact_id" ON "links" ("contact_id");

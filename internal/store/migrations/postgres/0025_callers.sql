-- +goose NO TRANSACTION
-- +goose Up
-- make room for what people say of their addresses
ALTER TABLE "contacts" ADD COLUMN "confirmed_at" timestamptz NULL, ADD COLUMN "denied_at" timestamptz NULL, ADD COLUMN "unsubscribed_at" timestamptz NULL;
-- index the addresses of accounts
CREATE UNIQUE INDEX CONCURRENTLY "contacts_of_accounts" ON "contacts" ("email_key") WHERE (user_id IS NOT NULL);
-- index all addresses
CREATE INDEX CONCURRENTLY "contact_email_key" ON "contacts" ("email_key");
-- drop the index that they replace
DROP INDEX "contacts_email_key_key";
-- index the addresses that are to be normalized
CREATE INDEX CONCURRENTLY "contacts_without_key" ON "contacts" ("id") WHERE ((email_key IS NULL) AND ((email)::text <> ''::text));
-- confirm the addresses that administrators, commands and imports gave
-- in batches of contacts
UPDATE "contacts" SET "confirmed_at" = "created_at"
  WHERE "confirmed_at" IS NULL AND "email" <> '' AND ("user_id" IS NULL OR NOT EXISTS (SELECT 1 FROM "audit_entries" WHERE "audit_entries"."subject_id" = "contacts"."user_id" AND "audit_entries"."action" = 'user.register'));
-- make room for notifications to reporters without an account
ALTER TABLE "notifications" ALTER COLUMN "recipient_id" DROP NOT NULL, ADD COLUMN "address_key" character varying NULL, ADD COLUMN "kind" character varying NOT NULL DEFAULT '', ADD COLUMN "contact_id" uuid NULL;
-- refuse notifications for contacts that are not there
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_contacts_contact" FOREIGN KEY ("contact_id") REFERENCES "contacts" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION NOT VALID;
-- refuse notifications for nobody
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_are_for_somebody" CHECK ((recipient_id IS NOT NULL) OR (contact_id IS NOT NULL)) NOT VALID;
-- check the contacts of all notifications
ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_contacts_contact";
-- check that all notifications are for somebody
ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_are_for_somebody";
-- let each address be asked once
CREATE UNIQUE INDEX CONCURRENTLY "notification_confirmation" ON "notifications" ("address_key") WHERE ((kind)::text = 'CONFIRM_ADDRESS'::text);
-- index what goes to an address
CREATE INDEX CONCURRENTLY "notification_address" ON "notifications" ("address_key", "created_at") WHERE (address_key IS NOT NULL);
-- index what goes to a contact
CREATE INDEX CONCURRENTLY "notification_contact_id" ON "notifications" ("contact_id") WHERE (contact_id IS NOT NULL);

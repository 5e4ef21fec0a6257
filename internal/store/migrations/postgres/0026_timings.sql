-- +goose NO TRANSACTION
-- +goose Up
-- make room for how soon e-mails go out, and with which
ALTER TABLE "notifications" ADD COLUMN "timing" character varying NOT NULL DEFAULT 'LAST', ADD COLUMN "mail_id" uuid NULL;
-- index the e-mails that are due about people's own things
CREATE INDEX CONCURRENTLY "notification_own_queue" ON "notifications" ("next_try_at", "id") WHERE ((next_try_at IS NOT NULL) AND ((timing)::text <> 'LAST'::text));
-- index what waits for somebody
CREATE INDEX CONCURRENTLY "notification_waiting" ON "notifications" ("recipient_id", "id") WHERE (next_try_at IS NOT NULL);
-- index what somebody got by e-mail
CREATE INDEX CONCURRENTLY "notification_mailed" ON "notifications" ("recipient_id", "sent_at") WHERE (mail_id IS NOT NULL);

-- +goose NO TRANSACTION
-- +goose Up
-- refuse pending notifications without a time
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_pending_is_due" CHECK (((state)::text <> 'PENDING'::text) OR (next_try_at IS NOT NULL)) NOT VALID;
-- give pending notifications a time
-- in batches of notifications
UPDATE "notifications" SET "next_try_at" = "created_at" WHERE "state" = 'PENDING' AND "next_try_at" IS NULL;
-- check all notifications
ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_pending_is_due";

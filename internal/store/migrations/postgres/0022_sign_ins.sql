-- +goose NO TRANSACTION
-- +goose Up
-- note when the marks of an account's devices were ended
ALTER TABLE "credentials" ADD COLUMN "devices_forgotten_at" timestamptz NULL;
-- note which sign-ins the audit still has to tell of
ALTER TABLE "sessions" ADD COLUMN "audit_due_at" timestamptz NULL;
-- index them
CREATE INDEX CONCURRENTLY "session_audit_due_at_user_id" ON "sessions" ("audit_due_at", "user_id") WHERE (audit_due_at IS NOT NULL);

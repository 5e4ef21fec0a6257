-- +goose NO TRANSACTION
-- +goose Up
-- index resolutions
CREATE INDEX CONCURRENTLY "complaintfact_resolved_at_facts" ON "complaint_facts" ("resolved_at", "facts") WHERE (resolved_at IS NOT NULL);

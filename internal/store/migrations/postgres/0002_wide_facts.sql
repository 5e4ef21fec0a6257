-- +goose Up
-- modify "complaint_facts" table
ALTER TABLE "complaint_facts" ALTER COLUMN "facts" TYPE bigint;

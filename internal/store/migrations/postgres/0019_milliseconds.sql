-- +goose NO TRANSACTION
-- +goose Up
-- A deadline that was missed within its own millisecond moves to the one before, so that it stays missed.
-- cut the times of imported complaints to milliseconds
-- in batches of complaints
UPDATE "complaints" SET "due_at" = CASE WHEN "resolved_at" > "due_at" AND date_trunc('milliseconds', "resolved_at") = date_trunc('milliseconds', "due_at") THEN date_trunc('milliseconds', "due_at") - interval '1 millisecond' ELSE date_trunc('milliseconds', "due_at") END, "due_order" = COALESCE(CASE WHEN "resolved_at" > "due_at" AND date_trunc('milliseconds', "resolved_at") = date_trunc('milliseconds', "due_at") THEN date_trunc('milliseconds', "due_at") - interval '1 millisecond' ELSE date_trunc('milliseconds', "due_at") END, "due_order"),
  "created_at" = date_trunc('milliseconds', "created_at"), "updated_at" = date_trunc('milliseconds', "updated_at"), "moved_at" = date_trunc('milliseconds', "moved_at"), "assigned_at" = date_trunc('milliseconds', "assigned_at"), "first_response_at" = date_trunc('milliseconds', "first_response_at"), "resolved_at" = date_trunc('milliseconds', "resolved_at"), "closed_at" = date_trunc('milliseconds', "closed_at"), "held_at" = date_trunc('milliseconds', "held_at"), "overdue_told_at" = date_trunc('milliseconds', "overdue_told_at")
  WHERE "due_at" <> date_trunc('milliseconds', "due_at") OR "created_at" <> date_trunc('milliseconds', "created_at") OR "updated_at" <> date_trunc('milliseconds', "updated_at") OR "moved_at" <> date_trunc('milliseconds', "moved_at") OR "assigned_at" <> date_trunc('milliseconds', "assigned_at") OR "first_response_at" <> date_trunc('milliseconds', "first_response_at") OR "resolved_at" <> date_trunc('milliseconds', "resolved_at") OR "closed_at" <> date_trunc('milliseconds', "closed_at") OR "held_at" <> date_trunc('milliseconds', "held_at") OR "overdue_told_at" <> date_trunc('milliseconds', "overdue_told_at");
-- copy them to facts
-- in batches of complaint_facts
UPDATE "complaint_facts" SET ("created_at", "due_at", "resolved_at") =
  (SELECT "c"."created_at", "c"."due_at", "c"."resolved_at" FROM "complaints" AS "c" WHERE "c"."id" = "complaint_facts"."id")
  WHERE ("created_at" <> date_trunc('milliseconds', "created_at") OR "due_at" <> date_trunc('milliseconds', "due_at") OR "resolved_at" <> date_trunc('milliseconds', "resolved_at")) AND EXISTS (SELECT 1 FROM "complaints" AS "c" WHERE "c"."id" = "complaint_facts"."id");
-- cut the times of imported zones
-- in batches of zones
UPDATE "zones" SET "created_at" = date_trunc('milliseconds', "created_at") WHERE "created_at" <> date_trunc('milliseconds', "created_at");
-- cut the times of imported categories
-- in batches of categories
UPDATE "categories" SET "created_at" = date_trunc('milliseconds', "created_at") WHERE "created_at" <> date_trunc('milliseconds', "created_at");
-- cut the times of imported groups
-- in batches of groups
UPDATE "groups" SET "created_at" = date_trunc('milliseconds', "created_at") WHERE "created_at" <> date_trunc('milliseconds', "created_at");
-- cut the times of imported service providers
-- in batches of service_providers
UPDATE "service_providers" SET "created_at" = date_trunc('milliseconds', "created_at") WHERE "created_at" <> date_trunc('milliseconds', "created_at");
-- cut the times of imported accounts
-- in batches of users
UPDATE "users" SET "created_at" = date_trunc('milliseconds', "created_at"), "disabled_at" = date_trunc('milliseconds', "disabled_at") WHERE "created_at" <> date_trunc('milliseconds', "created_at") OR "disabled_at" <> date_trunc('milliseconds', "disabled_at");
-- cut the times of imported contacts
-- in batches of contacts
UPDATE "contacts" SET "created_at" = date_trunc('milliseconds', "created_at") WHERE "created_at" <> date_trunc('milliseconds', "created_at");

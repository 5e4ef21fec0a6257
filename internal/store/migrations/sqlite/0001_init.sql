-- +goose Up
-- create "audit_entries" table
CREATE TABLE `audit_entries` (
  `id` uuid NOT NULL,
  `agent` text NOT NULL DEFAULT ('ACCOUNT'),
  `action` text NOT NULL,
  `subject_type` text NOT NULL,
  `subject_id` uuid NULL,
  `address` text NOT NULL DEFAULT (''),
  `before` json NULL,
  `after` json NULL,
  `created_at` datetime NOT NULL,
  `lane` integer NOT NULL,
  `seq` integer NOT NULL,
  `hash` blob NOT NULL,
  `actor_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `audit_entries_users_actor` FOREIGN KEY (`actor_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- create index "auditentry_lane_seq" to table: "audit_entries"
CREATE UNIQUE INDEX `auditentry_lane_seq` ON `audit_entries` (`lane`, `seq`);
-- create index "auditentry_actor_id_id" to table: "audit_entries"
CREATE INDEX `auditentry_actor_id_id` ON `audit_entries` (`actor_id`, `id`);
-- create index "auditentry_subject_type_subject_id_id" to table: "audit_entries"
CREATE INDEX `auditentry_subject_type_subject_id_id` ON `audit_entries` (`subject_type`, `subject_id`, `id`);
-- create index "auditentry_subject_id_id" to table: "audit_entries"
CREATE INDEX `auditentry_subject_id_id` ON `audit_entries` (`subject_id`, `id`);
-- create index "auditentry_action_id" to table: "audit_entries"
CREATE INDEX `auditentry_action_id` ON `audit_entries` (`action`, `id`);
-- create index "auditentry_created_at_id" to table: "audit_entries"
CREATE INDEX `auditentry_created_at_id` ON `audit_entries` (`created_at`, `id`);
-- create "broadcasts" table
CREATE TABLE `broadcasts` (
  `id` uuid NOT NULL,
  `title` text NOT NULL,
  `message` text NOT NULL,
  `channels` json NOT NULL,
  `urgent` bool NOT NULL DEFAULT (false),
  `target_type` text NOT NULL,
  `target_value` text NOT NULL DEFAULT (''),
  `target_label` text NOT NULL DEFAULT (''),
  `status` text NOT NULL,
  `scheduled_at` datetime NOT NULL,
  `timezone` text NOT NULL DEFAULT ('UTC'),
  `sent_at` datetime NULL,
  `cancelled_at` datetime NULL,
  `cancel_reason` text NOT NULL DEFAULT (''),
  `delivery_state` text NOT NULL DEFAULT ('PENDING'),
  `audience_fixed` bool NOT NULL DEFAULT (false),
  `expected` integer NULL,
  `reached` uuid NULL,
  `retrying` bool NOT NULL DEFAULT (false),
  `started_at` datetime NULL,
  `completed_at` datetime NULL,
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `version` integer NOT NULL DEFAULT (1),
  `recipients` integer NOT NULL DEFAULT (0),
  `pending` integer NOT NULL DEFAULT (0),
  `sent` integer NOT NULL DEFAULT (0),
  `delivered` integer NOT NULL DEFAULT (0),
  `read` integer NOT NULL DEFAULT (0),
  `failed` integer NOT NULL DEFAULT (0),
  `skipped` integer NOT NULL DEFAULT (0),
  `cancelled` integer NOT NULL DEFAULT (0),
  `created_by_id` uuid NULL,
  `updated_by_id` uuid NULL,
  `cancelled_by_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `broadcasts_users_created_by` FOREIGN KEY (`created_by_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `broadcasts_users_updated_by` FOREIGN KEY (`updated_by_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `broadcasts_users_cancelled_by` FOREIGN KEY (`cancelled_by_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- create index "broadcast_created_at_id" to table: "broadcasts"
CREATE INDEX `broadcast_created_at_id` ON `broadcasts` (`created_at`, `id`);
-- create index "broadcast_scheduled_at_id" to table: "broadcasts"
CREATE INDEX `broadcast_scheduled_at_id` ON `broadcasts` (`scheduled_at`, `id`);
-- create index "broadcast_status_created_at_id" to table: "broadcasts"
CREATE INDEX `broadcast_status_created_at_id` ON `broadcasts` (`status`, `created_at`, `id`);
-- create index "broadcast_status_scheduled_at_id" to table: "broadcasts"
CREATE INDEX `broadcast_status_scheduled_at_id` ON `broadcasts` (`status`, `scheduled_at`, `id`);
-- create index "broadcast_target_type_created_at_id" to table: "broadcasts"
CREATE INDEX `broadcast_target_type_created_at_id` ON `broadcasts` (`target_type`, `created_at`, `id`);
-- create index "broadcast_delivery_state_id" to table: "broadcasts"
CREATE INDEX `broadcast_delivery_state_id` ON `broadcasts` (`delivery_state`, `id`);
-- create index "broadcast_at_work" to table: "broadcasts"
CREATE INDEX `broadcast_at_work` ON `broadcasts` (`scheduled_at`, `id`) WHERE started_at IS NOT NULL AND completed_at IS NULL;
-- create index "broadcast_created_by_id_created_at_id" to table: "broadcasts"
CREATE INDEX `broadcast_created_by_id_created_at_id` ON `broadcasts` (`created_by_id`, `created_at`, `id`);
-- create index "broadcast_updated_by_id" to table: "broadcasts"
CREATE INDEX `broadcast_updated_by_id` ON `broadcasts` (`updated_by_id`);
-- create index "broadcast_cancelled_by_id" to table: "broadcasts"
CREATE INDEX `broadcast_cancelled_by_id` ON `broadcasts` (`cancelled_by_id`);
-- create "broadcast_channels" table
CREATE TABLE `broadcast_channels` (
  `id` uuid NOT NULL,
  `channel` text NOT NULL,
  `recipients` integer NOT NULL DEFAULT (0),
  `pending` integer NOT NULL DEFAULT (0),
  `sent` integer NOT NULL DEFAULT (0),
  `delivered` integer NOT NULL DEFAULT (0),
  `read` integer NOT NULL DEFAULT (0),
  `failed` integer NOT NULL DEFAULT (0),
  `skipped` integer NOT NULL DEFAULT (0),
  `cancelled` integer NOT NULL DEFAULT (0),
  `broadcast_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `broadcast_channels_broadcasts_broadcast` FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts` (`id`) ON DELETE NO ACTION
);
-- create index "broadcastchannel_broadcast_id_channel" to table: "broadcast_channels"
CREATE UNIQUE INDEX `broadcastchannel_broadcast_id_channel` ON `broadcast_channels` (`broadcast_id`, `channel`);
-- create "broadcast_events" table
CREATE TABLE `broadcast_events` (
  `id` uuid NOT NULL,
  `action` text NOT NULL,
  `note` text NOT NULL DEFAULT (''),
  `created_at` datetime NOT NULL,
  `broadcast_id` uuid NOT NULL,
  `actor_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `broadcast_events_broadcasts_broadcast` FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `broadcast_events_users_actor` FOREIGN KEY (`actor_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- create index "broadcastevent_broadcast_id_created_at_id" to table: "broadcast_events"
CREATE INDEX `broadcastevent_broadcast_id_created_at_id` ON `broadcast_events` (`broadcast_id`, `created_at`, `id`);
-- create index "broadcastevent_actor_id" to table: "broadcast_events"
CREATE INDEX `broadcastevent_actor_id` ON `broadcast_events` (`actor_id`);
-- create "broadcast_texts" table
CREATE TABLE `broadcast_texts` (
  `id` integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  `body` text NOT NULL,
  `broadcast_id` uuid NOT NULL,
  CONSTRAINT `broadcast_texts_broadcasts_broadcast` FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts` (`id`) ON DELETE NO ACTION
);
-- create index "broadcasttext_broadcast_id" to table: "broadcast_texts"
CREATE UNIQUE INDEX `broadcasttext_broadcast_id` ON `broadcast_texts` (`broadcast_id`);
-- create "categories" table
CREATE TABLE `categories` (
  `id` uuid NOT NULL,
  `name` text NOT NULL,
  `sla_hours` integer NULL,
  `default_priority` text NOT NULL DEFAULT ('NORMAL'),
  `version` integer NOT NULL DEFAULT (1),
  `created_at` datetime NOT NULL,
  `parent_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `categories_categories_children` FOREIGN KEY (`parent_id`) REFERENCES `categories` (`id`) ON DELETE NO ACTION
);
-- create index "category_parent_id_name" to table: "categories"
CREATE UNIQUE INDEX `category_parent_id_name` ON `categories` (`parent_id`, `name`);
-- create index "categories_top_name" to table: "categories"
CREATE UNIQUE INDEX `categories_top_name` ON `categories` (`name`) WHERE parent_id IS NULL;
-- create index "category_parent_id_id" to table: "categories"
CREATE INDEX `category_parent_id_id` ON `categories` (`parent_id`, `id`);
-- create index "category_name_id" to table: "categories"
CREATE INDEX `category_name_id` ON `categories` (`name`, `id`);
-- create index "category_created_at_id" to table: "categories"
CREATE INDEX `category_created_at_id` ON `categories` (`created_at`, `id`);
-- create "chain_heads" table
CREATE TABLE `chain_heads` (
  `id` uuid NOT NULL,
  `name` text NOT NULL,
  `seq` integer NOT NULL DEFAULT (0),
  `hash` blob NOT NULL,
  `key_id` text NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "chain_heads_name_key" to table: "chain_heads"
CREATE UNIQUE INDEX `chain_heads_name_key` ON `chain_heads` (`name`);
-- create "comments" table
CREATE TABLE `comments` (
  `id` uuid NOT NULL,
  `text` text NOT NULL,
  `visibility` text NOT NULL,
  `created_at` datetime NOT NULL,
  `complaint_id` uuid NOT NULL,
  `author_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `comments_complaints_complaint` FOREIGN KEY (`complaint_id`) REFERENCES `complaints` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `comments_users_author` FOREIGN KEY (`author_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- create index "comment_complaint_id_id" to table: "comments"
CREATE INDEX `comment_complaint_id_id` ON `comments` (`complaint_id`, `id`);
-- create index "comment_complaint_id_created_at_id" to table: "comments"
CREATE INDEX `comment_complaint_id_created_at_id` ON `comments` (`complaint_id`, `created_at`, `id`);
-- create index "comment_author_id" to table: "comments"
CREATE INDEX `comment_author_id` ON `comments` (`author_id`);
-- create "complaints" table
CREATE TABLE `complaints` (
  `id` uuid NOT NULL,
  `reference` text NOT NULL,
  `title` text NOT NULL,
  `description` text NOT NULL DEFAULT (''),
  `status` text NOT NULL,
  `priority` text NOT NULL DEFAULT ('NORMAL'),
  `source` text NOT NULL,
  `address` text NOT NULL DEFAULT (''),
  `latitude` real NULL,
  `longitude` real NULL,
  `external_ref` text NULL,
  `due_at` datetime NULL,
  `due_order` datetime NOT NULL,
  `overdue` bool NOT NULL DEFAULT (false),
  `overdue_told_at` datetime NULL,
  `assigned_at` datetime NULL,
  `resolved_at` datetime NULL,
  `closed_at` datetime NULL,
  `moved_at` datetime NULL,
  `held_at` datetime NULL,
  `held_from` text NULL,
  `rating` integer NULL,
  `rating_comment` text NOT NULL DEFAULT (''),
  `flagged` bool NOT NULL DEFAULT (false),
  `reopened_count` integer NOT NULL DEFAULT (0),
  `solver_id` uuid NULL,
  `provider_id` uuid NULL,
  `assigned_took` integer NULL,
  `resolved_took` integer NULL,
  `log_rows` integer NOT NULL DEFAULT (0),
  `version` integer NOT NULL DEFAULT (1),
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `category_id` uuid NULL,
  `zone_id` uuid NULL,
  `submitted_by_id` uuid NULL,
  `duplicate_of_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `complaints_categories_category` FOREIGN KEY (`category_id`) REFERENCES `categories` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `complaints_zones_zone` FOREIGN KEY (`zone_id`) REFERENCES `zones` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `complaints_users_submitted_by` FOREIGN KEY (`submitted_by_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `complaints_complaints_duplicates` FOREIGN KEY (`duplicate_of_id`) REFERENCES `complaints` (`id`) ON DELETE NO ACTION
);
-- create index "complaints_reference_key" to table: "complaints"
CREATE UNIQUE INDEX `complaints_reference_key` ON `complaints` (`reference`);
-- create index "complaints_external_ref_key" to table: "complaints"
CREATE UNIQUE INDEX `complaints_external_ref_key` ON `complaints` (`external_ref`);
-- create index "complaint_status_id" to table: "complaints"
CREATE INDEX `complaint_status_id` ON `complaints` (`status`, `id`);
-- create index "complaint_priority_id" to table: "complaints"
CREATE INDEX `complaint_priority_id` ON `complaints` (`priority`, `id`);
-- create index "complaint_source_id" to table: "complaints"
CREATE INDEX `complaint_source_id` ON `complaints` (`source`, `id`);
-- create index "complaint_category_id_id" to table: "complaints"
CREATE INDEX `complaint_category_id_id` ON `complaints` (`category_id`, `id`);
-- create index "complaint_zone_id_id" to table: "complaints"
CREATE INDEX `complaint_zone_id_id` ON `complaints` (`zone_id`, `id`);
-- create index "complaint_submitted_by_id_id" to table: "complaints"
CREATE INDEX `complaint_submitted_by_id_id` ON `complaints` (`submitted_by_id`, `id`);
-- create index "complaint_duplicate_of_id_id" to table: "complaints"
CREATE INDEX `complaint_duplicate_of_id_id` ON `complaints` (`duplicate_of_id`, `id`);
-- create index "complaint_created_at_id" to table: "complaints"
CREATE INDEX `complaint_created_at_id` ON `complaints` (`created_at`, `id`);
-- create index "complaint_updated_at_id" to table: "complaints"
CREATE INDEX `complaint_updated_at_id` ON `complaints` (`updated_at`, `id`);
-- create index "complaint_due_order_id" to table: "complaints"
CREATE INDEX `complaint_due_order_id` ON `complaints` (`due_order`, `id`);
-- create index "complaint_overdue_status_due_order" to table: "complaints"
CREATE INDEX `complaint_overdue_status_due_order` ON `complaints` (`overdue`, `status`, `due_order`);
-- create index "complaint_resolved_at" to table: "complaints"
CREATE INDEX `complaint_resolved_at` ON `complaints` (`resolved_at`);
-- create index "complaint_solver_id_id" to table: "complaints"
CREATE INDEX `complaint_solver_id_id` ON `complaints` (`solver_id`, `id`);
-- create index "complaint_provider_id_id" to table: "complaints"
CREATE INDEX `complaint_provider_id_id` ON `complaints` (`provider_id`, `id`);
-- create "complaint_facts" table
CREATE TABLE `complaint_facts` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `facts` integer NOT NULL,
  `overdue` bool NOT NULL,
  `reopened_count` integer NOT NULL,
  `status` text NOT NULL,
  `priority` text NOT NULL,
  `source` text NOT NULL,
  `category_id` uuid NULL,
  `zone_id` uuid NULL,
  `solver_id` uuid NULL,
  `provider_id` uuid NULL,
  `due_at` datetime NULL,
  `resolved_at` datetime NULL,
  `rating` integer NULL,
  PRIMARY KEY (`id`)
);
-- create index "complaintfact_created_at" to table: "complaint_facts"
CREATE INDEX `complaintfact_created_at` ON `complaint_facts` (`created_at`);
-- create "complaint_texts" table
CREATE TABLE `complaint_texts` (
  `id` integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  `body` text NOT NULL,
  `complaint_id` uuid NOT NULL,
  CONSTRAINT `complaint_texts_complaints_complaint` FOREIGN KEY (`complaint_id`) REFERENCES `complaints` (`id`) ON DELETE NO ACTION
);
-- create index "complainttext_complaint_id" to table: "complaint_texts"
CREATE UNIQUE INDEX `complainttext_complaint_id` ON `complaint_texts` (`complaint_id`);
-- create "contacts" table
CREATE TABLE `contacts` (
  `id` uuid NOT NULL,
  `name` text NOT NULL DEFAULT (''),
  `email` text NOT NULL DEFAULT (''),
  `email_key` text NULL,
  `phone` text NOT NULL DEFAULT (''),
  `created_at` datetime NOT NULL,
  `complaint_id` uuid NULL,
  `user_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `contacts_complaints_contact` FOREIGN KEY (`complaint_id`) REFERENCES `complaints` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `contacts_users_contact` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- create index "contacts_email_key_key" to table: "contacts"
CREATE UNIQUE INDEX `contacts_email_key_key` ON `contacts` (`email_key`);
-- create index "contacts_complaint_id_key" to table: "contacts"
CREATE UNIQUE INDEX `contacts_complaint_id_key` ON `contacts` (`complaint_id`);
-- create index "contacts_user_id_key" to table: "contacts"
CREATE UNIQUE INDEX `contacts_user_id_key` ON `contacts` (`user_id`);
-- create index "contact_user_id" to table: "contacts"
CREATE UNIQUE INDEX `contact_user_id` ON `contacts` (`user_id`);
-- create index "contact_complaint_id" to table: "contacts"
CREATE UNIQUE INDEX `contact_complaint_id` ON `contacts` (`complaint_id`);
-- create index "contact_email" to table: "contacts"
CREATE INDEX `contact_email` ON `contacts` (`email`);
-- create "counters" table
CREATE TABLE `counters` (
  `id` uuid NOT NULL,
  `name` text NOT NULL,
  `value` integer NOT NULL DEFAULT (0),
  PRIMARY KEY (`id`)
);
-- create index "counters_name_key" to table: "counters"
CREATE UNIQUE INDEX `counters_name_key` ON `counters` (`name`);
-- create "credentials" table
CREATE TABLE `credentials` (
  `id` uuid NOT NULL,
  `password_hash` text NOT NULL,
  `changed_at` datetime NOT NULL,
  `user_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `credentials_users_credential` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- create index "credentials_user_id_key" to table: "credentials"
CREATE UNIQUE INDEX `credentials_user_id_key` ON `credentials` (`user_id`);
-- create index "credential_user_id" to table: "credentials"
CREATE UNIQUE INDEX `credential_user_id` ON `credentials` (`user_id`);
-- create "events" table
CREATE TABLE `events` (
  `id` integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  `kind` text NOT NULL,
  `subject_id` uuid NOT NULL,
  `row_id` uuid NOT NULL,
  `position` integer NULL,
  `created_at` datetime NOT NULL
);
-- create index "events_position_key" to table: "events"
CREATE UNIQUE INDEX `events_position_key` ON `events` (`position`);
-- create "groups" table
CREATE TABLE `groups` (
  `id` uuid NOT NULL,
  `name` text NOT NULL,
  `description` text NOT NULL DEFAULT (''),
  `version` integer NOT NULL DEFAULT (1),
  `created_at` datetime NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "groups_name_key" to table: "groups"
CREATE UNIQUE INDEX `groups_name_key` ON `groups` (`name`);
-- create index "group_created_at_id" to table: "groups"
CREATE INDEX `group_created_at_id` ON `groups` (`created_at`, `id`);
-- create "idempotency_keys" table
CREATE TABLE `idempotency_keys` (
  `id` uuid NOT NULL,
  `key` text NOT NULL,
  `operation` text NOT NULL,
  `digest` text NOT NULL,
  `result_id` uuid NULL,
  `found` bool NOT NULL DEFAULT (false),
  `expires_at` datetime NOT NULL,
  `created_at` datetime NOT NULL,
  `account_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `idempotency_keys_users_account` FOREIGN KEY (`account_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- create index "idempotencykey_account_id_key" to table: "idempotency_keys"
CREATE UNIQUE INDEX `idempotencykey_account_id_key` ON `idempotency_keys` (`account_id`, `key`);
-- create index "idempotencykey_expires_at" to table: "idempotency_keys"
CREATE INDEX `idempotencykey_expires_at` ON `idempotency_keys` (`expires_at`);
-- create "login_attempts" table
CREATE TABLE `login_attempts` (
  `id` uuid NOT NULL,
  `key` text NOT NULL,
  `count` integer NOT NULL DEFAULT (0),
  `expires_at` datetime NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "login_attempts_key_key" to table: "login_attempts"
CREATE UNIQUE INDEX `login_attempts_key_key` ON `login_attempts` (`key`);
-- create index "loginattempt_expires_at" to table: "login_attempts"
CREATE INDEX `loginattempt_expires_at` ON `login_attempts` (`expires_at`);
-- create "media" table
CREATE TABLE `media` (
  `id` uuid NOT NULL,
  `media_type` text NOT NULL,
  `visibility` text NOT NULL DEFAULT ('INTERNAL'),
  `file_name` text NOT NULL,
  `content_type` text NOT NULL,
  `size_bytes` integer NOT NULL,
  `sha256` text NOT NULL,
  `received_sha256` text NOT NULL,
  `width` integer NULL,
  `height` integer NULL,
  `duration_ms` integer NULL,
  `blob_key` text NOT NULL,
  `thumbnail_key` text NULL,
  `created_at` datetime NOT NULL,
  `update_id` uuid NULL,
  `complaint_id` uuid NULL,
  `comment_id` uuid NULL,
  `uploaded_by_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `media_task_updates_task_update` FOREIGN KEY (`update_id`) REFERENCES `task_updates` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `media_complaints_complaint` FOREIGN KEY (`complaint_id`) REFERENCES `complaints` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `media_comments_comment` FOREIGN KEY (`comment_id`) REFERENCES `comments` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `media_users_uploaded_by` FOREIGN KEY (`uploaded_by_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- create index "media_blob_key_key" to table: "media"
CREATE UNIQUE INDEX `media_blob_key_key` ON `media` (`blob_key`);
-- create index "media_thumbnail_key_key" to table: "media"
CREATE UNIQUE INDEX `media_thumbnail_key_key` ON `media` (`thumbnail_key`);
-- create index "media_update_id_id" to table: "media"
CREATE INDEX `media_update_id_id` ON `media` (`update_id`, `id`);
-- create index "media_update_id_created_at_id" to table: "media"
CREATE INDEX `media_update_id_created_at_id` ON `media` (`update_id`, `created_at`, `id`);
-- create index "media_complaint_id_id" to table: "media"
CREATE INDEX `media_complaint_id_id` ON `media` (`complaint_id`, `id`);
-- create index "media_comment_id_id" to table: "media"
CREATE INDEX `media_comment_id_id` ON `media` (`comment_id`, `id`);
-- create index "media_update_id_received_sha256" to table: "media"
CREATE UNIQUE INDEX `media_update_id_received_sha256` ON `media` (`update_id`, `received_sha256`);
-- create index "media_complaint_id_received_sha256" to table: "media"
CREATE UNIQUE INDEX `media_complaint_id_received_sha256` ON `media` (`complaint_id`, `received_sha256`);
-- create index "media_comment_id_received_sha256" to table: "media"
CREATE UNIQUE INDEX `media_comment_id_received_sha256` ON `media` (`comment_id`, `received_sha256`);
-- create index "media_uploaded_by_id" to table: "media"
CREATE INDEX `media_uploaded_by_id` ON `media` (`uploaded_by_id`);
-- create "memberships" table
CREATE TABLE `memberships` (
  `user_id` uuid NOT NULL,
  `group_id` uuid NOT NULL,
  PRIMARY KEY (`user_id`, `group_id`),
  CONSTRAINT `memberships_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `memberships_groups_group` FOREIGN KEY (`group_id`) REFERENCES `groups` (`id`) ON DELETE NO ACTION
);
-- create index "membership_group_id_user_id" to table: "memberships"
CREATE INDEX `membership_group_id_user_id` ON `memberships` (`group_id`, `user_id`);
-- create "notifications" table
CREATE TABLE `notifications` (
  `id` uuid NOT NULL,
  `channel` text NOT NULL,
  `title` text NOT NULL,
  `message` text NOT NULL DEFAULT (''),
  `state` text NOT NULL DEFAULT ('PENDING'),
  `attempts` integer NOT NULL DEFAULT (0),
  `last_error` text NOT NULL DEFAULT (''),
  `next_try_at` datetime NULL,
  `lease` uuid NULL,
  `sent_at` datetime NULL,
  `delivered_at` datetime NULL,
  `read_at` datetime NULL,
  `created_at` datetime NOT NULL,
  `recipient_id` uuid NOT NULL,
  `broadcast_id` uuid NULL,
  `complaint_id` uuid NULL,
  `task_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `notifications_users_recipient` FOREIGN KEY (`recipient_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `notifications_broadcasts_broadcast` FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `notifications_complaints_complaint` FOREIGN KEY (`complaint_id`) REFERENCES `complaints` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `notifications_tasks_task` FOREIGN KEY (`task_id`) REFERENCES `tasks` (`id`) ON DELETE NO ACTION
);
-- create index "notification_recipient_id_id" to table: "notifications"
CREATE INDEX `notification_recipient_id_id` ON `notifications` (`recipient_id`, `id`);
-- create index "notification_recipient_id_created_at_id" to table: "notifications"
CREATE INDEX `notification_recipient_id_created_at_id` ON `notifications` (`recipient_id`, `created_at`, `id`);
-- create index "notification_recipient_id_channel_read_at" to table: "notifications"
CREATE INDEX `notification_recipient_id_channel_read_at` ON `notifications` (`recipient_id`, `channel`, `read_at`);
-- create index "notification_broadcast_id_recipient_id_channel" to table: "notifications"
CREATE UNIQUE INDEX `notification_broadcast_id_recipient_id_channel` ON `notifications` (`broadcast_id`, `recipient_id`, `channel`);
-- create index "notification_broadcast_id_id" to table: "notifications"
CREATE INDEX `notification_broadcast_id_id` ON `notifications` (`broadcast_id`, `id`);
-- create index "notification_broadcast_id_created_at_id" to table: "notifications"
CREATE INDEX `notification_broadcast_id_created_at_id` ON `notifications` (`broadcast_id`, `created_at`, `id`);
-- create index "notification_broadcast_id_state_channel_id" to table: "notifications"
CREATE INDEX `notification_broadcast_id_state_channel_id` ON `notifications` (`broadcast_id`, `state`, `channel`, `id`);
-- create index "notification_queue" to table: "notifications"
CREATE INDEX `notification_queue` ON `notifications` (`next_try_at`, `id`) WHERE next_try_at IS NOT NULL;
-- create index "notification_complaint_id" to table: "notifications"
CREATE INDEX `notification_complaint_id` ON `notifications` (`complaint_id`) WHERE complaint_id IS NOT NULL;
-- create index "notification_task_id" to table: "notifications"
CREATE INDEX `notification_task_id` ON `notifications` (`task_id`) WHERE task_id IS NOT NULL;
-- create index "notification_created_at_id" to table: "notifications"
CREATE INDEX `notification_created_at_id` ON `notifications` (`created_at`, `id`);
-- create "payments" table
CREATE TABLE `payments` (
  `id` uuid NOT NULL,
  `type` text NOT NULL,
  `amount_minor` integer NOT NULL,
  `currency` text NOT NULL,
  `payment_date` text NOT NULL,
  `payment_method` text NOT NULL,
  `payment_reference` text NOT NULL,
  `invoice_number` text NOT NULL DEFAULT (''),
  `period_from` text NULL,
  `period_to` text NULL,
  `remarks` text NOT NULL DEFAULT (''),
  `created_at` datetime NOT NULL,
  `seq` integer NOT NULL,
  `hash` blob NOT NULL,
  `provider_id` uuid NOT NULL,
  `recorded_by_id` uuid NULL,
  `reverses_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `payments_service_providers_provider` FOREIGN KEY (`provider_id`) REFERENCES `service_providers` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `payments_users_recorded_by` FOREIGN KEY (`recorded_by_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `payments_payments_reversed_by` FOREIGN KEY (`reverses_id`) REFERENCES `payments` (`id`) ON DELETE NO ACTION
);
-- create index "payments_seq_key" to table: "payments"
CREATE UNIQUE INDEX `payments_seq_key` ON `payments` (`seq`);
-- create index "payments_reverses_id_key" to table: "payments"
CREATE UNIQUE INDEX `payments_reverses_id_key` ON `payments` (`reverses_id`);
-- create index "payment_provider_id_payment_date_id" to table: "payments"
CREATE INDEX `payment_provider_id_payment_date_id` ON `payments` (`provider_id`, `payment_date`, `id`);
-- create index "payment_provider_id_id" to table: "payments"
CREATE INDEX `payment_provider_id_id` ON `payments` (`provider_id`, `id`);
-- create index "payment_provider_id_created_at_id" to table: "payments"
CREATE INDEX `payment_provider_id_created_at_id` ON `payments` (`provider_id`, `created_at`, `id`);
-- create index "payment_provider_id_amount_minor_id" to table: "payments"
CREATE INDEX `payment_provider_id_amount_minor_id` ON `payments` (`provider_id`, `amount_minor`, `id`);
-- create index "payment_payment_date_id" to table: "payments"
CREATE INDEX `payment_payment_date_id` ON `payments` (`payment_date`, `id`);
-- create index "payment_amount_minor_id" to table: "payments"
CREATE INDEX `payment_amount_minor_id` ON `payments` (`amount_minor`, `id`);
-- create index "payment_created_at_id" to table: "payments"
CREATE INDEX `payment_created_at_id` ON `payments` (`created_at`, `id`);
-- create index "payment_type_id" to table: "payments"
CREATE INDEX `payment_type_id` ON `payments` (`type`, `id`);
-- create index "payment_payment_reference" to table: "payments"
CREATE INDEX `payment_payment_reference` ON `payments` (`payment_reference`);
-- create index "payment_recorded_by_id" to table: "payments"
CREATE INDEX `payment_recorded_by_id` ON `payments` (`recorded_by_id`);
-- create "payment_claims" table
CREATE TABLE `payment_claims` (
  `id` uuid NOT NULL,
  `key` text NOT NULL,
  `payment_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `payment_claims_payments_payment` FOREIGN KEY (`payment_id`) REFERENCES `payments` (`id`) ON DELETE NO ACTION
);
-- create index "payment_claims_key_key" to table: "payment_claims"
CREATE UNIQUE INDEX `payment_claims_key_key` ON `payment_claims` (`key`);
-- create index "paymentclaim_payment_id" to table: "payment_claims"
CREATE INDEX `paymentclaim_payment_id` ON `payment_claims` (`payment_id`);
-- create "payment_days" table
CREATE TABLE `payment_days` (
  `id` integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  `payment_date` text NOT NULL,
  `currency` text NOT NULL,
  `type` text NOT NULL,
  `payments` integer NOT NULL,
  `amount_minor` integer NOT NULL,
  `provider_id` uuid NOT NULL,
  CONSTRAINT `payment_days_service_providers_provider` FOREIGN KEY (`provider_id`) REFERENCES `service_providers` (`id`) ON DELETE NO ACTION
);
-- create index "paymentday_provider_id_payment_date_currency_type" to table: "payment_days"
CREATE UNIQUE INDEX `paymentday_provider_id_payment_date_currency_type` ON `payment_days` (`provider_id`, `payment_date`, `currency`, `type`);
-- create "payment_tasks" table
CREATE TABLE `payment_tasks` (
  `payment_id` uuid NOT NULL,
  `task_id` uuid NOT NULL,
  PRIMARY KEY (`payment_id`, `task_id`),
  CONSTRAINT `payment_tasks_payments_payment` FOREIGN KEY (`payment_id`) REFERENCES `payments` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `payment_tasks_tasks_task` FOREIGN KEY (`task_id`) REFERENCES `tasks` (`id`) ON DELETE NO ACTION
);
-- create index "paymenttask_task_id" to table: "payment_tasks"
CREATE INDEX `paymenttask_task_id` ON `payment_tasks` (`task_id`);
-- create "refresh_tokens" table
CREATE TABLE `refresh_tokens` (
  `id` uuid NOT NULL,
  `hash` blob NOT NULL,
  `created_at` datetime NOT NULL,
  `expires_at` datetime NOT NULL,
  `used_at` datetime NULL,
  `successor_id` uuid NULL,
  `dead_at` datetime NULL,
  `session_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `refresh_tokens_sessions_session` FOREIGN KEY (`session_id`) REFERENCES `sessions` (`id`) ON DELETE NO ACTION
);
-- create index "refresh_tokens_hash_key" to table: "refresh_tokens"
CREATE UNIQUE INDEX `refresh_tokens_hash_key` ON `refresh_tokens` (`hash`);
-- create index "refreshtoken_session_id" to table: "refresh_tokens"
CREATE INDEX `refreshtoken_session_id` ON `refresh_tokens` (`session_id`);
-- create index "refreshtoken_expires_at" to table: "refresh_tokens"
CREATE INDEX `refreshtoken_expires_at` ON `refresh_tokens` (`expires_at`);
-- create "service_providers" table
CREATE TABLE `service_providers` (
  `id` uuid NOT NULL,
  `name` text NOT NULL,
  `active` bool NOT NULL DEFAULT (true),
  `version` integer NOT NULL DEFAULT (1),
  `created_at` datetime NOT NULL,
  PRIMARY KEY (`id`)
);
-- create index "service_providers_name_key" to table: "service_providers"
CREATE UNIQUE INDEX `service_providers_name_key` ON `service_providers` (`name`);
-- create index "serviceprovider_created_at_id" to table: "service_providers"
CREATE INDEX `serviceprovider_created_at_id` ON `service_providers` (`created_at`, `id`);
-- create "sessions" table
CREATE TABLE `sessions` (
  `id` uuid NOT NULL,
  `created_at` datetime NOT NULL,
  `last_used_at` datetime NOT NULL,
  `expires_at` datetime NOT NULL,
  `revoked_at` datetime NULL,
  `user_agent` text NOT NULL DEFAULT (''),
  `address` text NOT NULL DEFAULT (''),
  `user_id` uuid NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `sessions_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- create index "session_user_id_id" to table: "sessions"
CREATE INDEX `session_user_id_id` ON `sessions` (`user_id`, `id`);
-- create index "session_created_at_id" to table: "sessions"
CREATE INDEX `session_created_at_id` ON `sessions` (`created_at`, `id`);
-- create index "session_expires_at" to table: "sessions"
CREATE INDEX `session_expires_at` ON `sessions` (`expires_at`);
-- create "status_logs" table
CREATE TABLE `status_logs` (
  `id` uuid NOT NULL,
  `seq` integer NOT NULL,
  `status` text NOT NULL,
  `agent` text NOT NULL DEFAULT ('ACCOUNT'),
  `public_note` text NOT NULL DEFAULT (''),
  `internal_note` text NOT NULL DEFAULT (''),
  `reason_code` text NOT NULL DEFAULT (''),
  `created_at` datetime NOT NULL,
  `complaint_id` uuid NOT NULL,
  `actor_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `status_logs_complaints_complaint` FOREIGN KEY (`complaint_id`) REFERENCES `complaints` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `status_logs_users_actor` FOREIGN KEY (`actor_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- create index "statuslog_complaint_id_seq" to table: "status_logs"
CREATE UNIQUE INDEX `statuslog_complaint_id_seq` ON `status_logs` (`complaint_id`, `seq`);
-- create index "statuslog_complaint_id_id" to table: "status_logs"
CREATE INDEX `statuslog_complaint_id_id` ON `status_logs` (`complaint_id`, `id`);
-- create index "statuslog_complaint_id_created_at_id" to table: "status_logs"
CREATE INDEX `statuslog_complaint_id_created_at_id` ON `status_logs` (`complaint_id`, `created_at`, `id`);
-- create index "statuslog_actor_id" to table: "status_logs"
CREATE INDEX `statuslog_actor_id` ON `status_logs` (`actor_id`);
-- create "tallies" table
CREATE TABLE `tallies` (
  `id` uuid NOT NULL,
  `subject` text NOT NULL,
  `dimension` text NOT NULL,
  `value` text NOT NULL,
  `sums` json NULL,
  `change` json NULL,
  PRIMARY KEY (`id`)
);
-- create index "tally_subject_dimension_value" to table: "tallies"
CREATE UNIQUE INDEX `tally_subject_dimension_value` ON `tallies` (`subject`, `dimension`, `value`);
-- create "task_updates" table
CREATE TABLE `task_updates` (
  `id` uuid NOT NULL,
  `client_id` uuid NULL,
  `type` text NOT NULL,
  `remarks` text NOT NULL DEFAULT (''),
  `percentage_completed` integer NULL,
  `occurred_at` datetime NOT NULL,
  `created_at` datetime NOT NULL,
  `status` text NOT NULL DEFAULT ('SUBMITTED'),
  `reviewed_at` datetime NULL,
  `review_note` text NOT NULL DEFAULT (''),
  `task_id` uuid NOT NULL,
  `author_id` uuid NOT NULL,
  `reviewed_by_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `task_updates_tasks_task` FOREIGN KEY (`task_id`) REFERENCES `tasks` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `task_updates_users_author` FOREIGN KEY (`author_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `task_updates_users_reviewed_by` FOREIGN KEY (`reviewed_by_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION
);
-- create index "taskupdate_task_id_occurred_at_created_at_id" to table: "task_updates"
CREATE INDEX `taskupdate_task_id_occurred_at_created_at_id` ON `task_updates` (`task_id`, `occurred_at`, `created_at`, `id`);
-- create index "taskupdate_task_id_id" to table: "task_updates"
CREATE INDEX `taskupdate_task_id_id` ON `task_updates` (`task_id`, `id`);
-- create index "taskupdate_task_id_created_at_id" to table: "task_updates"
CREATE INDEX `taskupdate_task_id_created_at_id` ON `task_updates` (`task_id`, `created_at`, `id`);
-- create index "taskupdate_author_id_client_id" to table: "task_updates"
CREATE UNIQUE INDEX `taskupdate_author_id_client_id` ON `task_updates` (`author_id`, `client_id`);
-- create index "taskupdate_reviewed_by_id" to table: "task_updates"
CREATE INDEX `taskupdate_reviewed_by_id` ON `task_updates` (`reviewed_by_id`);
-- create index "taskupdate_status_id" to table: "task_updates"
CREATE INDEX `taskupdate_status_id` ON `task_updates` (`status`, `id`);
-- create "users" table
CREATE TABLE `users` (
  `id` uuid NOT NULL,
  `name` text NOT NULL,
  `role` text NOT NULL,
  `state` text NOT NULL DEFAULT ('ACTIVE'),
  `disabled_at` datetime NULL,
  `mail_broadcasts` bool NOT NULL DEFAULT (true),
  `mail_own` bool NOT NULL DEFAULT (true),
  `created_at` datetime NOT NULL,
  `version` integer NOT NULL DEFAULT (1),
  `zone_id` uuid NULL,
  `provider_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `users_zones_zone` FOREIGN KEY (`zone_id`) REFERENCES `zones` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `users_service_providers_provider` FOREIGN KEY (`provider_id`) REFERENCES `service_providers` (`id`) ON DELETE NO ACTION
);
-- create index "user_role_id" to table: "users"
CREATE INDEX `user_role_id` ON `users` (`role`, `id`);
-- create index "user_state_id" to table: "users"
CREATE INDEX `user_state_id` ON `users` (`state`, `id`);
-- create index "user_zone_id_id" to table: "users"
CREATE INDEX `user_zone_id_id` ON `users` (`zone_id`, `id`);
-- create index "user_provider_id_id" to table: "users"
CREATE INDEX `user_provider_id_id` ON `users` (`provider_id`, `id`);
-- create index "user_name_id" to table: "users"
CREATE INDEX `user_name_id` ON `users` (`name`, `id`);
-- create index "user_created_at_id" to table: "users"
CREATE INDEX `user_created_at_id` ON `users` (`created_at`, `id`);
-- create "tasks" table
CREATE TABLE `tasks` (
  `id` uuid NOT NULL,
  `status` text NOT NULL,
  `instructions` text NOT NULL DEFAULT (''),
  `due_at` datetime NULL,
  `accepted_at` datetime NULL,
  `started_at` datetime NULL,
  `ended_at` datetime NULL,
  `end_reason` text NOT NULL DEFAULT (''),
  `end_note` text NOT NULL DEFAULT (''),
  `updates_count` integer NOT NULL DEFAULT (0),
  `version` integer NOT NULL DEFAULT (1),
  `created_at` datetime NOT NULL,
  `updated_at` datetime NOT NULL,
  `complaint_id` uuid NOT NULL,
  `solver_id` uuid NOT NULL,
  `provider_id` uuid NULL,
  `assigned_by_id` uuid NULL,
  `previous_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `tasks_complaints_complaint` FOREIGN KEY (`complaint_id`) REFERENCES `complaints` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `tasks_users_solver` FOREIGN KEY (`solver_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `tasks_service_providers_provider` FOREIGN KEY (`provider_id`) REFERENCES `service_providers` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `tasks_users_assigned_by` FOREIGN KEY (`assigned_by_id`) REFERENCES `users` (`id`) ON DELETE NO ACTION,
  CONSTRAINT `tasks_tasks_next` FOREIGN KEY (`previous_id`) REFERENCES `tasks` (`id`) ON DELETE NO ACTION
);
-- create index "worktask_complaint_id_id" to table: "tasks"
CREATE INDEX `worktask_complaint_id_id` ON `tasks` (`complaint_id`, `id`);
-- create index "tasks_one_live" to table: "tasks"
CREATE UNIQUE INDEX `tasks_one_live` ON `tasks` (`complaint_id`) WHERE status = 'ASSIGNED' OR status = 'ACCEPTED' OR status = 'IN_PROGRESS' OR status = 'COMPLETION_SUBMITTED';
-- create index "worktask_solver_id_id" to table: "tasks"
CREATE INDEX `worktask_solver_id_id` ON `tasks` (`solver_id`, `id`);
-- create index "worktask_solver_id_complaint_id" to table: "tasks"
CREATE INDEX `worktask_solver_id_complaint_id` ON `tasks` (`solver_id`, `complaint_id`);
-- create index "worktask_solver_id_status_id" to table: "tasks"
CREATE INDEX `worktask_solver_id_status_id` ON `tasks` (`solver_id`, `status`, `id`);
-- create index "worktask_provider_id_id" to table: "tasks"
CREATE INDEX `worktask_provider_id_id` ON `tasks` (`provider_id`, `id`);
-- create index "worktask_assigned_by_id" to table: "tasks"
CREATE INDEX `worktask_assigned_by_id` ON `tasks` (`assigned_by_id`);
-- create index "worktask_previous_id" to table: "tasks"
CREATE INDEX `worktask_previous_id` ON `tasks` (`previous_id`);
-- create index "worktask_status_id" to table: "tasks"
CREATE INDEX `worktask_status_id` ON `tasks` (`status`, `id`);
-- create index "worktask_created_at_id" to table: "tasks"
CREATE INDEX `worktask_created_at_id` ON `tasks` (`created_at`, `id`);
-- create index "worktask_updated_at_id" to table: "tasks"
CREATE INDEX `worktask_updated_at_id` ON `tasks` (`updated_at`, `id`);
-- create "zones" table
CREATE TABLE `zones` (
  `id` uuid NOT NULL,
  `name` text NOT NULL,
  `version` integer NOT NULL DEFAULT (1),
  `created_at` datetime NOT NULL,
  `parent_id` uuid NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `zones_zones_children` FOREIGN KEY (`parent_id`) REFERENCES `zones` (`id`) ON DELETE NO ACTION
);
-- create index "zone_parent_id_name" to table: "zones"
CREATE UNIQUE INDEX `zone_parent_id_name` ON `zones` (`parent_id`, `name`);
-- create index "zones_top_name" to table: "zones"
CREATE UNIQUE INDEX `zones_top_name` ON `zones` (`name`) WHERE parent_id IS NULL;
-- create index "zone_parent_id_id" to table: "zones"
CREATE INDEX `zone_parent_id_id` ON `zones` (`parent_id`, `id`);
-- create index "zone_name_id" to table: "zones"
CREATE INDEX `zone_name_id` ON `zones` (`name`, `id`);
-- create index "zone_created_at_id" to table: "zones"
CREATE INDEX `zone_created_at_id` ON `zones` (`created_at`, `id`);

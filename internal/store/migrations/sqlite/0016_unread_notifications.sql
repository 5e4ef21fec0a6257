-- +goose NO TRANSACTION
-- +goose Up
-- note in notifications whose broadcast they are
ALTER TABLE `notifications` ADD COLUMN `sender` text NOT NULL DEFAULT ('');
-- note in notifications which are urgent
ALTER TABLE `notifications` ADD COLUMN `urgent` bool NOT NULL DEFAULT (false);
-- index unread notifications
CREATE INDEX `notification_unread` ON `notifications` (`recipient_id`, `channel`, `id`) WHERE read_at IS NULL;
-- index urgent notifications that are unread
CREATE INDEX `notification_urgent` ON `notifications` (`recipient_id`, `id`) WHERE urgent AND read_at IS NULL;
-- drop the index of read marks, which the one of unread notifications replaces
DROP INDEX `notification_recipient_id_channel_read_at`;

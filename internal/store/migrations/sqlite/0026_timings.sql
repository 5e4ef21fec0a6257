-- +goose NO TRANSACTION
-- +goose Up
-- make room for how soon e-mails go out
ALTER TABLE `notifications` ADD COLUMN `timing` text NOT NULL DEFAULT 'LAST';
-- make room for the e-mails that they go out in
ALTER TABLE `notifications` ADD COLUMN `mail_id` uuid NULL;
-- index the e-mails that are due about people's own things
CREATE INDEX `notification_own_queue` ON `notifications` (`next_try_at`, `id`) WHERE next_try_at IS NOT NULL AND timing <> 'LAST';
-- index what waits for somebody
CREATE INDEX `notification_waiting` ON `notifications` (`recipient_id`, `id`) WHERE next_try_at IS NOT NULL;
-- index what somebody got by e-mail
CREATE INDEX `notification_mailed` ON `notifications` (`recipient_id`, `sent_at`) WHERE mail_id IS NOT NULL;

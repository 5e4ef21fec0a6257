-- +goose NO TRANSACTION
-- +goose Up
-- give pending notifications a time
-- in batches of notifications
UPDATE `notifications` SET `next_try_at` = `created_at` WHERE `state` = 'PENDING' AND `next_try_at` IS NULL;
-- refuse pending notifications without a time
ALTER TABLE `notifications` ADD CONSTRAINT `notifications_pending_is_due` CHECK (state <> 'PENDING' OR next_try_at IS NOT NULL);

-- +goose NO TRANSACTION
-- +goose Up
-- give payments the number of their shard
ALTER TABLE "payments" ADD COLUMN "lane" bigint NOT NULL DEFAULT 0;
-- number payments within their shards
CREATE UNIQUE INDEX CONCURRENTLY "payment_lane_seq" ON "payments" ("lane", "seq");
-- drop the index that numbers all payments as one chain
DROP INDEX "payments_seq_key";

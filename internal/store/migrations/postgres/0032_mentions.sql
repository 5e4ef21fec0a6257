-- +goose NO TRANSACTION
-- +goose Up
-- create the mentions of administrators in internal notes
CREATE TABLE "mentions" (
  "comment_id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  PRIMARY KEY ("comment_id", "user_id"),
  CONSTRAINT "mentions_comments_comment" FOREIGN KEY ("comment_id") REFERENCES "comments" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION,
  CONSTRAINT "mentions_users_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION
);
-- find what mentions an account
CREATE INDEX "mention_user_id" ON "mentions" ("user_id");

// Views that somebody saved: their own, and those that administrators share.
import { Checkbox } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useLocation } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { t } from "../../lib/i18n";
import { Dialog } from "../../parts/Dialog";
import { PlainButton } from "../../parts/Plain";
import { done, failed } from "../../parts/undo";
import styles from "./actions.module.css";
import { keepSaved, sortOf, type Filter } from "../../data/filters";
import {
  DeleteViewDocument,
  RestoreViewDocument,
  SavedViewsDocument,
  SaveViewDocument,
  type SavedViewsQuery,
} from "./generated";
import type { QueueList } from "./list";

export type Saved = SavedViewsQuery["savedViews"][number];

const queryKey = keyOf("saved-views");

// useSaved returns the saved views; undefined while they are read.
export function useSaved(): Saved[] | undefined {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { savedViews } = await run(SavedViewsDocument, {}, { signal });
      for (const { id, filter } of savedViews) keepSaved(id, filter);
      return savedViews;
    },
    staleTime: 60_000,
  }).data;
}

export const addressOf = ({ id, orderBy }: Saved): string => {
  const sort = sortOf(orderBy);
  return `saved=${id}${sort ? `&sort=${sort}` : ""}`;
};

export function SaveView({ list, filter, onClose }: { list: QueueList; filter: Filter; onClose: () => void }) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const relative = filter.values.due?.some((due) => due === "today" || due === "week");
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      const { createSavedView } = await run(SaveViewDocument, {
        input: {
          list: "COMPLAINTS",
          name: name.trim(),
          filter: list.where,
          orderBy: list.orderBy,
          sharedWith: shared ? "ADMIN" : undefined,
        },
      });
      await client.invalidateQueries({ queryKey });
      onClose();
      done({ text: t("queue.saved", { name: name.trim() }) });
      navigate(
        `/complaints?saved=${createSavedView.savedView.id}${filter.sort === "priority" ? "" : `&sort=${filter.sort}`}`,
      );
    } catch (cause) {
      failed(cause);
    }
  };
  return (
    <Dialog title={t("queue.saveView")} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void save(event)}>
        <label className={styles.own}>
          {t("queue.viewName")}
          <input
            data-autofocus
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        {relative && <p className={styles.hint}>{t("queue.viewDays")}</p>}
        <Checkbox
          size="sm"
          label={t("queue.viewShared")}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <div className={styles.send}>
          <PlainButton primary type="submit" disabled={name.trim() === ""}>
            {t("common.save")}
          </PlainButton>
        </div>
      </form>
    </Dialog>
  );
}

// useDelete returns what takes a view off the list, and offers to bring it back.
export function useDelete(): (view: Saved) => Promise<void> {
  const client = useQueryClient();
  return async ({ id, name, version }) => {
    try {
      await run(DeleteViewDocument, { input: { id, expectedVersion: version } });
      await client.invalidateQueries({ queryKey });
      done({
        text: t("queue.viewDeleted", { name }),
        undo: async () => {
          await run(RestoreViewDocument, { input: { id } });
          await client.invalidateQueries({ queryKey });
        },
      });
    } catch (cause) {
      failed(cause);
    }
  };
}

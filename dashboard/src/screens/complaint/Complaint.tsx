// A complaint by its reference or id: what it says, what happened, what to do next.
import { useElementSize } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import { useRef, useState, type CSSProperties } from "react";
import { Link, useParams } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { asGraphError } from "../../data/graph/errors";
import { needsMessages, t } from "../../lib/i18n/more";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { done } from "../../parts/undo";
import { isAdmin, useViewer } from "../../data/session/viewer";
import { useTitle } from "../../parts/title";
import { ActionForm } from "./ActionForm";
import { useActions } from "./actions";
import { Body } from "./Body";
import styles from "./complaint.module.css";
import { comment, type ComposerHandle } from "./Composer";
import { offerOf, useCase, useLiveRefresh, useRefresh, type Case } from "./data";
import { ComplaintByReferenceDocument } from "./generated";
import { Marks, Path } from "./Head";
import { usePageKeys } from "./keys";
import type { ShowPictures } from "./Media";
import { Pictures, type Shown } from "./Pictures";
import { Actions, Rail } from "./Rail";
import { Talk } from "./Talk";
import { TitleField } from "./Title";
import { useWays } from "./ways";

const uuid = /^[0-9a-f]{8}-/i;

function Complaint() {
  const { id: named } = useParams<{ id: string }>();
  const byId = uuid.test(named);
  const found = useQuery({
    queryKey: keyOf("reference", named),
    enabled: !byId,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await run(ComplaintByReferenceDocument, { reference: named }, { signal })).complaints.edges?.[0]?.node?.id ??
      null,
  });
  const id = byId ? named : (found.data ?? undefined);
  const page = useCase(id);
  useTitle(page.data ? `${page.data.reference} ${page.data.title}` : named);

  const error = found.error ?? page.error;
  const missing = found.data === null || page.data === null || (error && asGraphError(error).code === "NOT_FOUND");
  if (page.data)
    return <Page key={page.data.id} complaint={page.data} stale={page.error} again={() => void page.refetch()} />;
  if (missing) {
    return (
      <Empty icon={FileQuestion} title={t("complaint.missing", { name: named })}>
        <p>{t("complaint.missingText")}</p>
        <Link href="/">{t("complaint.toList")}</Link>
      </Empty>
    );
  }
  if (error) return <ErrorNotice error={error} retry={() => void (found.error ? found.refetch() : page.refetch())} />;
  return (
    <div className={styles.waiting}>
      <Bones lines={3} />
      <Bones lines={9} />
    </div>
  );
}

function Page({ complaint, stale, again }: { complaint: Case; stale: unknown; again: () => void }) {
  const admin = isAdmin(useViewer());
  const { ref: head, height: headHeight } = useElementSize<HTMLElement>(); // a long title has two lines
  const [pictures, setPictures] = useState<Shown>();
  const composer = useRef<ComposerHandle>(null);
  const refresh = useRefresh(complaint.id);
  const ways = useWays(complaint.id, admin);
  useLiveRefresh(complaint.id);
  const { opened, open, close, finished } = useActions(complaint, admin);
  usePageKeys(complaint, admin, ways, open, composer);

  const offer = opened && offerOf(complaint, opened.action);
  const show: ShowPictures = (all, at) => setPictures({ all, at });
  return (
    <div className={styles.page} style={{ "--head": `${headHeight}px` } as CSSProperties}>
      <header ref={head} className={styles.head}>
        <Path complaint={complaint} admin={admin} ways={ways} />
        <TitleField complaint={complaint} may={offerOf(complaint, "EDIT")?.enabled === true} onDone={finished} />
        <Marks complaint={complaint} admin={admin} />
      </header>
      {stale !== null && stale !== undefined && (
        <div className={styles.span}>
          <ErrorNotice error={stale} retry={again} />
        </div>
      )}
      <div className={styles.left}>
        <Body complaint={complaint} admin={admin} open={open} show={show} />
        <Talk complaint={complaint} admin={admin} show={show} composer={composer} />
      </div>
      <div className={styles.side}>
        {admin && <Actions complaint={complaint} admin={admin} open={open} />}
        <aside className={styles.rail} aria-label={t("rail.label")}>
          <Rail complaint={complaint} admin={admin} open={open} />
        </aside>
      </div>
      {opened && offer && (
        <ActionForm
          key={opened.action + (opened.fields?.join() ?? "")}
          complaint={complaint}
          offer={offer}
          action={opened.action}
          fields={opened.fields}
          initial={opened.initial}
          onClose={close}
          onDone={(row, sent, before) => finished(opened.action, row, sent, before)}
          onReply={async (text) => {
            await comment(complaint.id, text, "PUBLIC", crypto.randomUUID());
            done({ text: t("composer.replySent") });
            await refresh();
          }}
        />
      )}
      <Pictures complaint={complaint} shown={pictures} onClose={() => setPictures(undefined)} />
    </div>
  );
}

export default needsMessages(Complaint);

// What somebody has reported, newest change first.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ImageOff, Megaphone, Plus } from "lucide-react";
import { Link, useSearchParams } from "wouter";

import { run } from "../../data/graph/client";
import { keyOf } from "../../data/graph/keys";
import { useLive } from "../../data/graph/live";
import { needsMessages, t } from "../../lib/i18n/more";
import { number } from "../../lib/i18n/format";
import { complaintStatuses, isOver } from "../../lib/domain";
import { Bones, Empty, ErrorNotice } from "../../parts/Notice";
import { Status } from "../../parts/Status";
import { Ago } from "../../parts/Time";
import { useTitle } from "../../parts/title";
import { Verbatim } from "../../parts/Verbatim";
import { MyComplaintsDocument, type MyComplaintsQuery } from "./generated";
import styles from "./mine.module.css";

type Row = MyComplaintsQuery["complaintPage"]["complaints"][number];

const over = complaintStatuses.filter(isOver);

function Mine() {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get("page")) || 1);
  const show = params.get("show") === "all" ? "all" : "open";
  const list = useQuery({
    queryKey: keyOf("mine", show, page),
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ signal }) =>
      run(MyComplaintsDocument, { page, where: show === "all" ? null : { statusNotIn: over } }, { signal }),
  });
  useLive((event) => {
    if (event.kind === "complaint" || event.kind === "resync") void list.refetch();
  });
  useTitle(t("shell.mine"));
  const pagination = list.data?.complaintPage.pagination;
  const go = (next: number): void =>
    setParams((it) => {
      it.set("page", String(next));
      return it;
    });
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t("shell.mine")}</h1>
        <Button component={Link} href="/report" leftSection={<Plus size={16} aria-hidden />}>
          {t("mine.report")}
        </Button>
      </header>
      <nav className={styles.tabs} aria-label={t("mine.show")}>
        <Link href="/mine" aria-current={show === "open" ? "true" : undefined}>
          {t("mine.open")}
        </Link>
        <Link href="/mine?show=all" aria-current={show === "all" ? "true" : undefined}>
          {t("mine.all")}
        </Link>
      </nav>
      {list.error && <ErrorNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Bones lines={9} />}
      {pagination?.total === 0 && (
        <Empty icon={Megaphone} title={t(show === "all" ? "mine.none" : "mine.noneOpen")}>
          <p>{t("mine.noneText")}</p>
          {show === "open" && (
            <Button variant="default" onClick={() => setParams({ show: "all" })}>
              {t("mine.showAll")}
            </Button>
          )}
        </Empty>
      )}
      <ul className={styles.list}>
        {list.data?.complaintPage.complaints.map((row) => (
          <Card key={row.id} row={row} />
        ))}
      </ul>
      {pagination && pagination.totalPages > 1 && (
        <nav className={styles.pages} aria-label={t("mine.pages")}>
          <Button variant="default" disabled={!pagination.hasPrevious} onClick={() => go(page - 1)}>
            {t("mine.newer")}
          </Button>
          <span>{t("mine.page", { page: number(pagination.page), pages: number(pagination.totalPages) })}</span>
          <Button variant="default" disabled={!pagination.hasNext} onClick={() => go(page + 1)}>
            {t("mine.older")}
          </Button>
        </nav>
      )}
    </div>
  );
}

function Card({ row }: { row: Row }) {
  const photo = row.media.edges?.[0]?.node?.thumbnailUrl;
  return (
    <li>
      <Link href={`/complaints/${row.id}`} className={styles.card}>
        {photo ? (
          <img src={photo} alt="" width="64" height="64" loading="lazy" />
        ) : (
          <span className={styles.noPhoto}>
            <ImageOff size={18} aria-hidden />
          </span>
        )}
        <span className={styles.text}>
          <span className={styles.what} dir="auto">
            {row.title}
          </span>
          <span className={styles.soft}>
            <Verbatim>{row.reference}</Verbatim>
            {[row.category?.name, row.address].map((it) => it && ` · ${it}`)}
          </span>
          <span className={styles.state}>
            <Status status={row.status} />
            <span className={styles.soft}>
              <Ago at={row.updatedAt} />
            </span>
            {row.status === "RESOLVED" && row.rating === null && <span className={styles.ask}>{t("mine.rate")}</span>}
          </span>
        </span>
      </Link>
    </li>
  );
}

export default needsMessages(Mine);

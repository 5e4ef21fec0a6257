// Beside the complaint: what to do next, and what one needs to know for it.
import { Button, Menu } from "@mantine/core";
import { ChevronDown, MapPin, Phone } from "lucide-react";
import { lazy, Suspense, type ReactNode } from "react";
import { Link } from "wouter";

import { messageOf, t } from "../../lib/i18n/more";
import { dateTime } from "../../lib/i18n/format";
import { isOpen, shownStatuses } from "../../lib/domain";
import { useReasons } from "../../parts/reasons/reasons";
import { nextActions } from "../../parts/nextActions";
import { Priority } from "../../parts/Priority";
import { Ago, Due } from "../../parts/Time";
import { Verbatim } from "../../parts/Verbatim";
import type { Open } from "./actions";
import { Card, Change } from "./Card";
import styles from "./complaint.module.css";
import { isVerb, liveTask, offerOf, type Action, type Case, type Offer, type Verbs } from "./data";
import { Reporter } from "./Reporter";

const PlaceMap = lazy(() => import("../../parts/map/PlaceMap"));

const keys: Partial<Record<Action, string>> = {
  ASSIGN: "a",
  REASSIGN: "a",
  HOLD: "h",
  RESUME: "h",
  RESOLVE: "e",
  CLOSE: "e",
  REJECT: "r",
  MERGE: "m",
};

// primaryOf is the one thing that is usually done next; another one where that is not possible now.
export function primaryOf(it: Case, admin: boolean): Verbs | undefined {
  const wanted: Verbs[] = admin ? nextActions(it) : ["RATE", "REOPEN", "WITHDRAW"];
  return wanted.find((action) => offerOf(it, action)?.enabled);
}

export function Actions({ complaint, admin, open }: { complaint: Case; admin: boolean; open: Open }) {
  const primary = primaryOf(complaint, admin);
  const task = liveTask(complaint);
  const inMenu = (offer: Offer): offer is Offer & { action: Verbs } =>
    isVerb(offer.action) &&
    offer.action !== primary &&
    !["TRIAGE", "CLAIM", "UNCLAIM", "REVIEW_COMPLETION"].includes(offer.action);
  const offers = [...(complaint.availableActions as Offer[]), ...((task?.availableActions ?? []) as Offer[])].filter(
    inMenu,
  );
  const item = (offer: Offer & { action: Verbs }): ReactNode => (
    <Menu.Item
      key={offer.action}
      disabled={!offer.enabled}
      rightSection={keys[offer.action] && offer.enabled && <kbd className={styles.kbd}>{keys[offer.action]}</kbd>}
      onClick={() => open(offer.action)}
    >
      {t(`action.${offer.action}`)}
      {!offer.enabled && <small className={styles.why}>{offer.disabledReason}</small>}
    </Menu.Item>
  );
  return (
    <aside className={styles.act}>
      <section className={styles.actions} aria-label={t("rail.actions")}>
        {primary && (
          <Button
            fullWidth
            size="md"
            variant={primary === "REOPEN" || primary === "UNMERGE" || primary === "WITHDRAW" ? "default" : undefined}
            onClick={() => open(primary)}
            rightSection={keys[primary] && <kbd className={styles.kbdOn}>{keys[primary]}</kbd>}
          >
            {t(`action.${primary}`)}
          </Button>
        )}
        <Menu width={304} withinPortal={false}>
          <Menu.Target>
            <Button fullWidth variant="default" rightSection={<ChevronDown size={15} />}>
              {t(primary ? "rail.more" : "rail.all")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={styles.float}>
            {offers.filter((it) => it.enabled).map(item)}
            {offers.some((it) => !it.enabled) && <Menu.Label>{t("rail.notNow")}</Menu.Label>}
            {offers.filter((it) => !it.enabled).map(item)}
          </Menu.Dropdown>
        </Menu>
      </section>
    </aside>
  );
}

export function Rail({ complaint, admin, open }: { complaint: Case; admin: boolean; open: Open }) {
  const triage = admin && offerOf(complaint, "TRIAGE")?.enabled;
  const edit = offerOf(complaint, "EDIT")?.enabled;
  const set = (field: string) => (triage ? () => open("TRIAGE", { fields: [field] }) : undefined);
  const claim = offerOf(complaint, "CLAIM");
  const running = complaint.status !== "ON_HOLD";
  return (
    <>
      <Card title={t("rail.facts")}>
        <dl className={styles.facts}>
          {admin && (
            <Fact
              label={t("field.priority")}
              tools={<Change label={t("change.priority")} letter="p" onClick={set("priority")} />}
            >
              <Priority priority={complaint.priority} word />
            </Fact>
          )}
          <Fact
            label={t("field.categoryId")}
            tools={<Change label={t("change.category")} letter="c" onClick={set("categoryId")} />}
          >
            {complaint.category?.name ?? <None />}
          </Fact>
          <Fact
            label={t("field.zoneId")}
            tools={<Change label={t("change.zone")} letter="z" onClick={set("zoneId")} />}
          >
            {complaint.zone?.name ?? <None />}
          </Fact>
          {admin && (
            <Fact label={t("field.dueAt")} tools={<Change label={t("change.due")} letter="d" onClick={set("dueAt")} />}>
              {complaint.dueAt ? (
                <>
                  <span>{dateTime(complaint.dueAt)}</span>
                  {isOpen(complaint.status) && <Due at={complaint.dueAt} running={running} />}
                </>
              ) : (
                <None />
              )}
            </Fact>
          )}
          {admin && (
            <Fact
              label={t("field.handlerId")}
              tools={
                <Change
                  label={t("change.handler")}
                  onClick={claim?.enabled ? () => open("CLAIM", { fields: ["handlerId"] }) : undefined}
                />
              }
            >
              {complaint.handler ? (
                <Verbatim>{complaint.handler.name}</Verbatim>
              ) : (
                <span className={styles.none}>{t("rail.nobody")}</span>
              )}
              {claim?.enabled && (
                <button
                  type="button"
                  className={styles.linkish}
                  onClick={() => open(complaint.handler ? "UNCLAIM" : "CLAIM")}
                >
                  {t(complaint.handler ? "rail.unclaim" : "rail.claim")}
                </button>
              )}
            </Fact>
          )}
          <Fact label={t("rail.received")}>
            <span>
              <Ago at={complaint.createdAt} /> · {t(`source.${complaint.source}`)}
            </span>
          </Fact>
          {complaint.externalRef && (
            <Fact label={t("rail.externalRef")}>
              <Verbatim>{complaint.externalRef}</Verbatim>
            </Fact>
          )}
          {complaint.reopenedCount > 0 && (
            <Fact label={t("rail.reopened")}>{t("rail.times", { n: complaint.reopenedCount })}</Fact>
          )}
          {complaint.rating !== null && (
            <Fact label={t("field.rating")}>
              <span>
                {messageOf(`rating.${complaint.rating}`)}
                {complaint.ratingComment && <q>{complaint.ratingComment}</q>}
              </span>
            </Fact>
          )}
        </dl>
      </Card>
      <TaskCard complaint={complaint} admin={admin} open={open} />
      {admin && <Reporter complaint={complaint} />}
      <Card
        title={t("rail.place")}
        tools={
          <Change
            label={t("change.place")}
            onClick={
              edit ? () => open("EDIT", { fields: ["address", "latitude", "longitude", "noPosition"] }) : undefined
            }
          />
        }
      >
        <p className={styles.place}>
          <MapPin size={15} aria-hidden />
          <span>
            {complaint.address || (!complaint.zone && complaint.latitude === null && <None />)}
            {complaint.zone && <small>{complaint.zone.name}</small>}
            {complaint.latitude !== null && complaint.longitude !== null && (
              <a href={`geo:${complaint.latitude},${complaint.longitude}`}>
                {complaint.latitude.toFixed(5)}, {complaint.longitude.toFixed(5)}
              </a>
            )}
          </span>
        </p>
        {complaint.latitude !== null && complaint.longitude !== null && (
          <>
            <Suspense fallback={<div className={styles.mapWait} />}>
              <PlaceMap
                key={`${complaint.latitude} ${complaint.longitude}`}
                place={{ latitude: complaint.latitude, longitude: complaint.longitude }}
                zone={complaint.zone?.id}
              />
            </Suspense>
            {admin && (
              <Link
                className={styles.around}
                href={`/complaints?${around}&map=17/${complaint.latitude}/${complaint.longitude}`}
              >
                {t("map.around")}
              </Link>
            )}
          </>
        )}
      </Card>
    </>
  );
}

const around = `status=${shownStatuses
  .filter((it) => it !== "TO_REVIEW" && isOpen(it))
  .join()
  .toLowerCase()}`;
const None = () => <span className={styles.none}>{t("common.none")}</span>;

function Fact({ label, tools, children }: { label: string; tools?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span>{children}</span>
        {tools}
      </dd>
    </div>
  );
}

function TaskCard({ complaint, admin, open }: { complaint: Case; admin: boolean; open: Open }) {
  const reasons = useReasons();
  const task = complaint.work.edges[0]?.node;
  if (!task) return null;
  const progress = task.progress.edges?.[0]?.node;
  const percent = progress?.percentageCompleted ?? null;
  const live = task.endedAt === null;
  const may = (action: Action): boolean => offerOf(complaint, action)?.enabled === true && live;
  return (
    <Card title={t(live ? "rail.task" : "rail.lastTask")}>
      <div className={styles.task}>
        <p>
          <strong translate="no">{task.solver?.name}</strong>{" "}
          <span className={styles.taskStatus}>{t(`task.${task.status}`)}</span>
        </p>
        {task.provider && (
          <p className={styles.dim} translate="no">
            {task.provider.name}
          </p>
        )}
        {percent !== null && task.status === "IN_PROGRESS" && (
          <p className={styles.bar}>
            <progress max={100} value={percent} aria-label={t("rail.progress")} /> {t("rail.percent", { n: percent })}
          </p>
        )}
        {live && task.dueAt && (
          <p>
            <Due at={task.dueAt} running={complaint.status !== "ON_HOLD"} />
          </p>
        )}
        {task.instructions && <p className={styles.instructions}>{task.instructions}</p>}
        {!live && task.endReason && <p className={styles.dim}>{reasons.label(task.endReason)}</p>}
        {task.solver?.contact?.phone && (
          <p>
            <a href={`tel:${task.solver.contact.phone}`} className={styles.contact} translate="no">
              <Phone size={13} aria-hidden /> {task.solver.contact.phone}
            </a>
          </p>
        )}
        {admin && (may("REASSIGN") || may("CANCEL")) && (
          <p className={styles.taskTools}>
            {may("REASSIGN") && (
              <button type="button" className={styles.linkish} onClick={() => open("REASSIGN")}>
                {t("action.REASSIGN")}
              </button>
            )}
            {may("CANCEL") && (
              <button type="button" className={styles.linkish} onClick={() => open("CANCEL")}>
                {t("action.CANCEL")}
              </button>
            )}
          </p>
        )}
      </div>
    </Card>
  );
}

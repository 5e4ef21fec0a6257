// Where a complaint belongs, how urgent it is and how it came in: all of it has a value if nothing is chosen.
import { NativeSelect, TextInput } from "@mantine/core";

import { officeSources, priorities } from "../../lib/domain";
import { t } from "../../lib/i18n/more";
import { BranchSelect } from "../../parts/branches/BranchSelect";
import { priorityWord } from "../../parts/Priority";
import { positionOf, type Change, type Draft } from "./draft";
import styles from "./intake.module.css";

export function MoreFields({ draft, change }: { draft: Draft; change: Change }) {
  return (
    <fieldset className={styles.more}>
      <div className={styles.two}>
        <BranchSelect
          of="categories"
          label={t("field.categoryId")}
          none={t("common.none")}
          value={draft.categoryId}
          onChange={(categoryId) => change({ categoryId })}
        />
        <BranchSelect
          of="zones"
          label={t("field.zoneId")}
          none={t("intake.byPosition")}
          value={draft.zoneId}
          onChange={(zoneId) => change({ zoneId })}
        />
        <NativeSelect
          label={t("field.priority")}
          value={draft.priority}
          onChange={(event) => change({ priority: event.currentTarget.value })}
        >
          <option value="">{t("intake.byCategory")}</option>
          {priorities.map((it) => (
            <option key={it} value={it}>
              {priorityWord(it)}
            </option>
          ))}
        </NativeSelect>
        <TextInput
          label={t("intake.position")}
          placeholder={t("intake.positionHint")}
          inputMode="decimal"
          value={draft.position}
          onChange={(event) => change({ position: event.currentTarget.value })}
          error={draft.position !== "" && !positionOf(draft.position) ? t("intake.positionWrong") : undefined}
        />
        <NativeSelect
          label={t("intake.source")}
          value={draft.source}
          onChange={(event) => change({ source: event.currentTarget.value })}
        >
          {officeSources.map((it) => (
            <option key={it} value={it}>
              {t(`source.${it}`)}
            </option>
          ))}
        </NativeSelect>
      </div>
    </fieldset>
  );
}

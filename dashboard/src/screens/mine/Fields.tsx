// What is reported, and where.
import { Textarea, TextInput } from "@mantine/core";

import { useService } from "../../data/session/viewer";
import { t } from "../../lib/i18n/more";
import { BranchSelect } from "../../parts/branches/BranchSelect";
import { positionOf, type Change, type Draft } from "./draft";
import styles from "./mine.module.css";
import { PositionField } from "./PositionField";

export function Fields({
  draft,
  change,
  wrong,
  disabled,
}: {
  draft: Draft;
  change: Change;
  wrong: Record<string, string>; // what the service says of a field
  disabled: boolean;
}) {
  const lengths = useService()?.limits;
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <TextInput
        label={t("report.what")}
        placeholder={t("report.whatHint")}
        size="md"
        autoFocus
        required
        withAsterisk={false}
        maxLength={lengths?.title}
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={wrong.title}
      />
      <Textarea
        label={t("report.more")}
        placeholder={t("report.moreHint")}
        size="md"
        autosize
        minRows={3}
        maxRows={12}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={wrong.description}
      />
      <BranchSelect
        of="categories"
        label={t("report.category")}
        none={t("report.unsure")}
        size="md"
        value={draft.category}
        onChange={(category) => change({ category })}
        error={wrong.categoryId}
      />
      <TextInput
        label={t("report.where")}
        placeholder={t("report.whereHint")}
        size="md"
        autoComplete="street-address"
        value={draft.address}
        onChange={(event) => change({ address: event.currentTarget.value })}
        error={wrong.address}
      />
      <PositionField
        position={positionOf(draft.position)}
        onChange={(position) => change({ position: position ? JSON.stringify(position) : "" })}
      />
      <BranchSelect
        of="zones"
        label={t("report.zone")}
        none={t("report.unsure")}
        size="md"
        value={draft.zone}
        onChange={(zone) => change({ zone })}
        error={wrong.zoneId}
      />
    </fieldset>
  );
}

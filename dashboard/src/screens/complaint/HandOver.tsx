// What is handed to whoever reported the complaint, that they can follow it without an account: a sheet of paper, or letters that are read out.
import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { encode } from "uqr";

import { run } from "../../data/graph/client";
import { serviceNow } from "../../data/session/viewer";
import { date, dateTime } from "../../lib/i18n/format";
import { t } from "../../lib/i18n/more";
import { useBusy } from "../../parts/busy";
import { Dialog } from "../../parts/Dialog";
import { ErrorNotice } from "../../parts/Notice";
import { Verbatim } from "../../parts/Verbatim";
import styles from "./complaint.module.css";
import type { Case } from "./data";
import { IssueLinkCodeDocument, type IssueLinkCodeMutation } from "./generated";
import { spellings } from "./spelling";

interface Props {
  complaint: Case;
  onClose: () => void;
}

// Square is a text as a QR code (ISO/IEC 18004) with the quiet zone around it.
function Square({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: "M", border: 4 });
    const dark = code.data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: code.size, path: dark.join("") };
  }, [text]);
  return (
    <svg className={styles.square} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("sheet.square")}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} shapeRendering="crispEdges" />
    </svg>
  );
}

// Sheet is a link on paper.
export default function Sheet({ complaint, url, onClose }: Props & { url: string }) {
  const organization = serviceNow()?.organization;
  return (
    <Dialog title={`${t("follow.print")} · ${complaint.reference}`} onClose={onClose} wide>
      <div className={styles.sheet} data-sheet>
        <p className={styles.sheetHead}>
          {organization?.logoUrl && <img src={organization.logoUrl} alt="" />}
          <Verbatim>{organization?.name ?? ""}</Verbatim>
          <span>{date(Date.now())}</span>
        </p>
        <h3>{t("sheet.title", { reference: complaint.reference })}</h3>
        <p dir="auto" translate="no">
          {complaint.title}
        </p>
        <p>{t("sheet.text")}</p>
        <Square text={url} />
        <p className={styles.sheetUrl} translate="no">
          {url}
        </p>
        <p>{t("sheet.private")}</p>
      </div>
      <footer className={styles.sheetEnd}>
        <Button variant="default" onClick={onClose}>
          {t("common.close")}
        </Button>
        <Button data-autofocus onClick={() => print()}>
          {t("sheet.print")}
        </Button>
      </footer>
    </Dialog>
  );
}

// ReadOut is what is said on the telephone.
export function ReadOut({ complaint, made, onClose }: Props & { made: IssueLinkCodeMutation["issueLinkCode"] }) {
  const [{ code, expiresAt }, setMade] = useState(made);
  const [busy, once] = useBusy();
  const [fault, setFault] = useState<unknown>();
  const words = spellings();
  const page = serviceNow()?.linkPage?.replace(/^https?:\/\//, "") ?? "";
  const others = (): Promise<void> =>
    once(async () => {
      setFault(undefined);
      try {
        const { issueLinkCode } = await run(IssueLinkCodeDocument, { input: { complaintId: complaint.id } });
        setMade(issueLinkCode);
      } catch (cause) {
        setFault(cause);
      }
    });
  return (
    <Dialog title={`${t("follow.readOut")} · ${complaint.reference}`} onClose={onClose} wide>
      <div className={styles.sheet}>
        <p>{t("readOut.text")}</p>
        <dl className={styles.readOut}>
          <dt>{t("readOut.page")}</dt>
          <dd translate="no">{page}</dd>
          <dt>{t("readOut.reference")}</dt>
          <dd translate="no">{complaint.reference}</dd>
          <dt>{t("readOut.letters")}</dt>
          <dd>
            <ol className={styles.letters} translate="no" aria-label={t("readOut.letters")} aria-live="polite">
              {Array.from(code, (letter, at) => (
                <li key={at}>
                  <strong>{letter}</strong>
                  <span>{words[letter]}</span>
                </li>
              ))}
            </ol>
          </dd>
        </dl>
        <p>{t("readOut.until", { time: dateTime(expiresAt) })}</p>
        {fault !== undefined && <ErrorNotice error={fault} />}
      </div>
      <footer className={styles.sheetEnd}>
        <Button variant="default" loading={busy} onClick={() => void others()}>
          {t("readOut.others")}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t("common.close")}
        </Button>
      </footer>
    </Dialog>
  );
}

// The password of a solver, where they are signed in, and what they are told. It is loaded when it is wanted: without a connection there is
// nothing to do here.
import { useGraph } from "../../parts/list/page";
import { Bones, ErrorNotice } from "../../parts/Notice";
import { OwnAccountDocument } from "../../parts/account/generated";
import { OwnSessions, Password } from "../../parts/account/Security";
import { Mail, Told } from "../../parts/account/Told";
import styles from "./field.module.css";
import { t } from "../../lib/i18n/more";

export default function Safety() {
  const { data, error, refetch } = useGraph("own", OwnAccountDocument, {});
  if (error && !data) return <ErrorNotice error={error} retry={refetch} />;
  if (!data?.viewer) return <Bones lines={5} />;
  return (
    <>
      <section className={styles.panel}>
        <h2>{t("account.password")}</h2>
        <Password
          email={data.viewer.contact?.email ?? ""}
          minimum={data.serviceInfo.limits.passwordMinimum}
          reread={refetch}
        />
      </section>
      <section className={styles.panel}>
        <OwnSessions own={data.viewer} reread={refetch} />
      </section>
      <section className={styles.panel}>
        <Mail data={data} reread={refetch} />
      </section>
      <section className={styles.panel}>
        <Told data={data} reread={refetch} />
      </section>
    </>
  );
}

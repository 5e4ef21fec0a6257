// An e-mail as its reader gets it: what the mail program lists, and what it says as plain text.
import styles from "./parts.module.css";

interface Props {
  subject: string;
  text: string;
  language: string;
}

export const Letter = ({ subject, text, language }: Props) => (
  <article className={styles.letter} lang={language}>
    <h4>{subject}</h4>
    <p dir="auto">{text}</p>
  </article>
);

// The e-mail with which a note goes out, beside a field that renders nothing while somebody types.
import { useEffect, useState, type RefObject } from "react";

import { MoveMail } from "../../parts/MoveMail";
import type { Noted } from "./dialog";
import { actions } from "./doing";

interface Props {
  complaint: string; // its id
  doing: Noted;
  field: RefObject<HTMLTextAreaElement | null>;
}

export function Mailed({ complaint, doing, field }: Props) {
  const [note, setNote] = useState("");
  useEffect(() => {
    const it = field.current;
    const read = (): void => setNote(it?.value ?? "");
    read();
    it?.addEventListener("input", read);
    return () => it?.removeEventListener("input", read);
  }, [field]);
  return <MoveMail complaint={complaint} action={actions[doing]} note={note} />;
}

// What a browser that translates the page leaves as it is: names, addresses and numbers of people, references, codes.
import type { ReactNode } from "react";

export const verbatimIf = (is: boolean | undefined): { translate?: "no" } => (is ? { translate: "no" } : {});

export const Verbatim = ({ children }: { children: ReactNode }) => <span translate="no">{children}</span>;

// Titled is a complaint in a line: its reference, and its title, which may be translated.
export const Titled = ({ of: { reference, title } }: { of: { reference: string; title: string } }) => (
  <>
    <Verbatim>{reference}</Verbatim> {title}
  </>
);

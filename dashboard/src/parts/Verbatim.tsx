// What a browser that translates the page leaves as it is: names, addresses and numbers of people, references, codes.
import type { ReactNode } from "react";

export const verbatimIf = (is: boolean | undefined): { translate?: "no" } => (is ? { translate: "no" } : {});

// A name goes from left to right or from right to left as it is written, and so do titles: bdi decides by their letters.
export const Verbatim = ({ children }: { children: ReactNode }) => <bdi translate="no">{children}</bdi>;

// Titled is a complaint in a line: its reference, and its title, which may be translated.
export const Titled = ({ of: { reference, title } }: { of: { reference: string; title: string } }) => (
  <>
    <Verbatim>{reference}</Verbatim> <bdi>{title}</bdi>
  </>
);

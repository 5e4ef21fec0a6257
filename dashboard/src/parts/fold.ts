// fold makes texts comparable that differ in case or accents only.
export const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

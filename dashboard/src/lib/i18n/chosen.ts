// The language that was chosen on this device, for the desk and for the page behind a link. Each knows which languages it speaks.
import { onDevice } from "../storage";

type Known<Language> = (tag: string | null | undefined) => Language | undefined;

const stored = "redress-language";

export const chosenAmong = <Language>(known: Known<Language>): Language | undefined => known(onDevice.get(stored));

// preferredAmong is what to start with: what was chosen here, else what the browser speaks.
export const preferredAmong = <Language>(known: Known<Language>, otherwise: Language): Language =>
  chosenAmong(known) ?? navigator.languages.map(known).find(Boolean) ?? otherwise;

export const keepChosen = (language: string): void => onDevice.set(stored, language);

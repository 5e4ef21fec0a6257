// The words by which letters are spelled on the telephone: the ones of ICAO, in German those of DIN 5009.
import { language } from "../../lib/i18n";

const words: Record<string, string> = {
  en: "Bravo Charlie Delta Foxtrot Golf Hotel Juliett Kilo Lima Mike November Papa Quebec Romeo Sierra Tango Victor Whiskey X-ray Zulu",
  de: "Berlin Chemnitz Düsseldorf Frankfurt Goslar Hamburg Jena Köln Leipzig München Nürnberg Potsdam Quickborn Rostock Salzwedel Tübingen Völklingen Wuppertal Xanten Zwickau",
};

// spellings are the words for the letters of codes, in the reader's language.
export const spellings = (): Record<string, string> =>
  Object.fromEntries((words[language()] ?? words["en"]!).split(" ").map((word) => [word.charAt(0), word]));

// Whoever was given letters on the telephone gets a link for them.
import { redeem } from "./ask";
import { section } from "./element";
import { form, lineField } from "./forms";
import { t } from "./messages";
import type { Region } from "./regions";

// What somebody reads from elsewhere and types: nothing is corrected in it.
const letters = { autocomplete: "off", autocapitalize: "characters", spellcheck: false, maxLength: 40 } as const;

// codeRegion asks for the letters; opened is told the token of the link.
export function codeRegion(
  say: (text: string) => void,
  opened: (token: string) => void,
  reload: () => Promise<void>,
): Region {
  return {
    name: "code",
    of: "code",
    make: () => [
      section(
        t("track.code"),
        form(
          {
            name: "code",
            fields: (draft) => [
              lineField(draft, "reference", t("track.codeReference"), letters),
              lineField(draft, "code", t("track.codeLetters"), letters),
            ],
            missing: ({ values }) => !(values["reference"] && values["code"]) && t("track.codeMissing"),
            label: t("track.codeOpen"),
            send: async ({ values }) => {
              opened(await redeem(values["reference"] ?? "", values["code"] ?? ""));
              return t("track.codeDone");
            },
          },
          { token: "", say, reload },
        ),
      ),
    ],
  };
}

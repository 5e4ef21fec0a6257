// The messages of a language as modules, `virtual:messages/de/first`, `…/more`, `…/office` and `…/track`: the files of src/lib/i18n/de, compiled, so that
// the browser needs no parser. It fails when a key or a placeholder is missing in one of the languages.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { compileMessage, type CompiledMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

const folder = "src/lib/i18n";
const languages = ["en", "de"];
const prefix = "virtual:messages/";

// The part that each file is of, as the types of their keys name them.
const parts = new Map<string, string>(
  [...readFileSync(`${folder}/keys.ts`, "utf8").matchAll(/type (First|More|Office|Track)Key =([^;]*);/g)].flatMap(
    ([, part, files]) =>
      [...files!.matchAll(/en\/(\w+)\.json/g)].map(([, name]) => [`${name}.json`, part!.toLowerCase()] as const),
  ),
);

type Messages = Record<string, string>;

function read(language: string, part?: string): Messages {
  const all: Messages = {};
  for (const file of readdirSync(join(folder, language)).toSorted()) {
    if (!parts.has(file)) throw new Error(`${language}/${file} is of no part: add it to keys.ts`);
    if (part && parts.get(file) !== part) continue;
    for (const [key, text] of Object.entries(
      JSON.parse(readFileSync(join(folder, language, file), "utf8")) as Messages,
    )) {
      if (key in all) throw new Error(`${language}/${file}: ${key} is there twice`);
      all[key] = text;
    }
  }
  return all;
}

// placeholders returns the names of the values that a message shows, nested ones included.
function placeholders(message: CompiledMessage, names = new Set<string>()): Set<string> {
  if (!Array.isArray(message)) return names; // plain text, or the offset of a plural
  for (const token of message) {
    if (!Array.isArray(token)) continue;
    const [name, , choices] = token;
    names.add(name);
    if (choices && typeof choices === "object") {
      for (const choice of Object.values(choices))
        if (Array.isArray(choice)) placeholders(choice as CompiledMessage, names);
    }
  }
  return names;
}

// compile returns the messages of all languages, or throws the list of what is missing.
function compile(): Record<string, Record<string, CompiledMessage>> {
  const compiled = Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(Object.entries(read(language)).map(([key, text]) => [key, compileMessage(text)])),
    ]),
  );
  const faults: string[] = [];
  for (const language of languages) {
    for (const [key, message] of Object.entries(compiled[language]!)) {
      for (const other of languages) {
        const same = compiled[other]![key];
        if (same === undefined) faults.push(`${other} has no ${key}`);
        else if (
          [...placeholders(message)].toSorted().join() !== [...placeholders(same)].toSorted().join() &&
          language < other
        ) {
          faults.push(`${key} has other placeholders in ${other} than in ${language}`);
        }
      }
    }
  }
  if (faults.length > 0) throw new Error(`Messages:\n  ${faults.join("\n  ")}`);
  return compiled;
}

export function messages(): Plugin {
  return {
    name: "redress-messages",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      for (const language of languages) {
        for (const file of readdirSync(join(folder, language)))
          this.addWatchFile(join(process.cwd(), folder, language, file));
      }
      const [language, part] = id.slice(prefix.length + 1).split("/") as [string, string];
      const compiled = compile()[language]!;
      const keys = Object.keys(read(language, part));
      return `export default ${JSON.stringify(Object.fromEntries(keys.map((key) => [key, compiled[key]])))}`;
    },
  };
}

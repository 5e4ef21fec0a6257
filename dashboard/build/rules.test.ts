import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "rules-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Cases {
  valid: string[];
  invalid: string[];
}

// cases asks the linter itself, once for all sources of a rule.
function cases(rule: string, { valid, invalid }: Cases): void {
  const sources = [...valid, ...invalid];
  sources.forEach((source, at) => writeFileSync(join(folder, `${rule}-${at}.tsx`), source));
  const config = join(folder, `${rule}.json`);
  const jsPlugins = [join(import.meta.dirname, "rules.js")];
  writeFileSync(
    config,
    JSON.stringify({ jsPlugins, categories: { correctness: "off" }, rules: { [`desk/${rule}`]: "error" } }),
  );
  const files = sources.map((_, at) => `${rule}-${at}.tsx`);
  const oxlint = join(import.meta.dirname, "../node_modules/.bin/oxlint");
  const answer = (() => {
    try {
      return execFileSync(oxlint, ["--config", config, "--format", "json", ...files], {
        cwd: folder,
        encoding: "utf8",
      });
    } catch (cause) {
      return (cause as { stdout: string }).stdout; // something was refused
    }
  })();
  const { diagnostics, number_of_files } = JSON.parse(answer) as {
    diagnostics: { filename: string; code: string }[];
    number_of_files: number;
  };
  const refusals = (at: number): string[] =>
    diagnostics.filter(({ filename }) => filename === files[at]).map(({ code }) => code);
  describe(rule, () => {
    test("is asked of all", () => expect(number_of_files).toBe(sources.length));
    test.each(valid.map((source, at) => [source, at] as const))("takes %s", (_, at) =>
      expect(refusals(at)).toEqual([]),
    );
    test.each(invalid.map((source, at) => [source, at + valid.length] as const))("refuses %s", (_, at) =>
      expect(refusals(at)).toEqual([`desk(${rule})`]),
    );
  });
}

// What an effect or a ref returns is called as its cleanup.
cases("effect-body", {
  valid: [
    'import {\n  useEffect,\n  useRef } from "react";\nuseEffect(() => {\n  go();\n});',
    "useEffect(() => {\n  return () => clearTimeout(timer.current);\n}, []);",
    "useEffect(function effect() { go(); }, []);",
    "// useEffect(() => go())\nuseEffect(() => { go(); }, []); // as useEffect(go) doesn't",
    "<div ref={(it) => { it?.scrollIntoView(); }} />",
    "<div ref={(it) => {\n it?.focus();\n}} />",
    "<div ref={list} />",
    "<Field refs={(it) => it.focus()} />",
  ],
  invalid: [
    "useEffect(() => list.current?.scrollIntoView(), [at]);",
    "React.useLayoutEffect(() => void refresh(), []);",
    "useInsertionEffect(() =>\n  insert(), []);",
    "useEffect( () => (ready ? draw() : undefined));",
    "useEffect(async () => { await load(); }, []);",
    "useIsomorphicEffect(() => setAt(0), []);",
    "<div ref={(it) => it?.scrollIntoView()} />",
    "<div ref={it => it?.scrollIntoView()} />",
    "<div ref={async (it) => { await it?.scrollIntoView(); }} />",
    "useEffect(scroll, []);",
    "const effect = useEffect;",
    "const { useEffect: effect } = React;",
    "const effect = React.useEffect;",
    'import { useEffect as effect } from "react";',
    "run(useEffect);",
  ],
});

// A variable of a module has its reason.
cases("state-reason", {
  valid: [
    "let last = 0; // one for all tabs",
    "// One for all tabs.\nlet last = 0;\nlet first = 0;",
    "// One for all tabs.\nexport let last = 0;",
    "function count() {\n  let last = 0;\n  return last;\n}",
    "const last = 0;",
  ],
  invalid: [
    "let last = 0;",
    "export let last = 0;",
    "// Something else.\n\nlet last = 0;",
    "// Something else.\nfunction count() {\n  return 1;\n}\nlet last = 0;",
    "const first = 1; // another's reason\nlet last = 0;",
  ],
});

// Words that Go prints are not written out again.
cases("generated-words", {
  valid: [
    'const one = ["SUBMITTED"];',
    'const tabs = ["SUBMITTED", "MINE"];',
    'const open = status === "SUBMITTED";',
    'const both = status === "SUBMITTED" || priority === "URGENT" || role === "ADMIN";',
    'const shown = ["ASSIGN", "REJECT"];',
    'const tones = { SUBMITTED: "blue", ASSIGNED: "violet" };',
    "const none = [];",
    "const holes = [, ,];",
  ],
  invalid: [
    'const open = ["SUBMITTED", "ASSIGNED"];',
    'const open = new Set(["SUBMITTED", "ASSIGNED"] as const);',
    'const live = ["ASSIGNED", "ACCEPTED"].includes(task.status);',
    'const open = status === "SUBMITTED" || status === "ASSIGNED";',
    'const over = status !== "SUBMITTED" && status !== "ASSIGNED" && status !== "IN_PROGRESS";',
    'const shown = (status === "SUBMITTED" || status === "ASSIGNED") && mine;',
    'const open = mine || status === "SUBMITTED" || (status === "ASSIGNED" || theirs);',
    'const formats = ["image/jpeg", "image/png"];',
    'const admins = ["ADMIN", "SUPER_ADMIN"];',
  ],
});

// Exceptions from rules have reasons, and become fewer.
test("exceptions", () => {
  const src = join(import.meta.dirname, "../src");
  const exceptions = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap(
      (file) =>
        readFileSync(join(src, file), "utf8").match(/(ox|es)lint-disable.*|@ts-(ignore|expect|nocheck).*/g) ?? [],
    );
  expect(exceptions.filter((it) => !/ -- .{10}/.test(it))).toEqual([]);
  expect(exceptions.length).toBeLessThanOrEqual(19);
});

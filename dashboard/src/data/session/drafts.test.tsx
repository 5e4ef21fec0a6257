import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, test } from "vitest";

import { signIn } from "../fake";
import { hasUnsaved, readDraft, useDraft, writeDraft } from "./drafts";

beforeEach(async () => {
  window.localStorage.clear();
  await signIn("anna", "ADMIN");
});

test("a draft belongs to the account that typed it", async () => {
  writeDraft("note", "on my way");
  await signIn("boris", "ADMIN");
  expect(readDraft("note")).toBe("");
  writeDraft("note", "");
  await signIn("anna", "ADMIN");
  expect(readDraft("note")).toBe("on my way");
});

test("what is typed counts as unsaved until it is sent", () => {
  expect(hasUnsaved()).toBe(false);
  writeDraft("note", "half a sent");
  expect(hasUnsaved()).toBe(true);
  writeDraft("note", "");
  expect(hasUnsaved()).toBe(false);
});

test("a field shows the draft of the name that it has now", async () => {
  writeDraft("complaint 1", "first");
  writeDraft("complaint 2", "second");
  const seen: string[] = [];
  let type: (text: string) => void = () => undefined;
  function Field({ name }: { name: string }) {
    const [text, setText] = useDraft(name);
    seen.push(text);
    type = setText;
    return null;
  }
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(<Field name="complaint 1" />));
  expect(seen.at(-1)).toBe("first");
  await act(async () => root.render(<Field name="complaint 2" />));
  expect(seen.at(-1)).toBe("second");
  await act(async () => type("second, longer"));
  await act(async () => root.render(<Field name="complaint 1" />));
  await act(async () => root.render(<Field name="complaint 2" />));
  expect(seen.at(-1)).toBe("second, longer");
  await act(async () => root.unmount());
  expect(hasUnsaved()).toBe(false); // what is on the device is no reason against a reload
});

test("two changes before anything is rendered both count", async () => {
  writeDraft("form", "a");
  let change: (change: (before: string) => string) => void = () => undefined;
  function Field({ name }: { name: string }) {
    const [, setText] = useDraft(name);
    change = setText;
    return null;
  }
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(<Field name="form" />));
  await act(async () => {
    change((before) => `${before}b`);
    change((before) => `${before}c`);
  });
  expect(readDraft("form")).toBe("abc");
  writeDraft("other", "1");
  await act(async () => root.render(<Field name="other" />));
  await act(async () => change((before) => `${before}2`));
  expect(readDraft("other")).toBe("12");
  await act(async () => root.unmount());
});

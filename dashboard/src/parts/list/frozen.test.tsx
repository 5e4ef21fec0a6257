import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useFrozen } from "./frozen";

interface Row {
  id: string;
  text?: string;
}

// Made anew for each test.
let root: Root;
let frozen: ReturnType<typeof useFrozen<Row>>;
const refetch = vi.fn();

function List({ name, read, waiting = false }: { name: string; read: Row[] | undefined; waiting?: boolean }) {
  frozen = useFrozen(name, read, waiting, refetch);
  return null;
}
const show = (name: string, read: Row[] | undefined, waiting?: boolean): Promise<void> =>
  act(async () => root.render(<List name={name} read={read} {...(waiting ? { waiting } : {})} />));
const ids = (): string[] | undefined => frozen.rows?.map(({ id }) => id);

beforeEach(() => {
  vi.useFakeTimers();
  refetch.mockClear();
  root = createRoot(document.createElement("div"));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

test("the order of the first reading stays, and what is new is counted", async () => {
  await show("page 1", [{ id: "a" }, { id: "b" }]);
  await show("page 1", [{ id: "n" }, { id: "b" }, { id: "a" }]);
  expect(ids()).toEqual(["a", "b"]);
  expect(frozen.fresh).toBe(1);
});

test("a row is shown as it was read last", async () => {
  await show("page 1", [{ id: "a", text: "open" }, { id: "b" }]);
  await show("page 1", [{ id: "a", text: "closed" }]);
  expect(frozen.rows?.map(({ text }) => text)).toEqual(["closed", undefined]);
});

test("a row that changed is shown in its place, one that fits no more is gone until it is read anew", async () => {
  const read = [{ id: "a" }, { id: "b" }];
  await show("page 1", read);
  await act(async () => frozen.changed({ id: "b", text: "closed" }, false));
  expect(frozen.rows?.map(({ text }) => text)).toEqual([undefined, "closed"]);
  expect([...frozen.gone]).toEqual(["b"]);
  await show("page 1", [{ id: "a" }, { id: "b" }]);
  expect([...frozen.gone]).toEqual([]); // what was read is newer than what was told before
});

test("a row that is new has the list read once, a little later", async () => {
  await show("page 1", [{ id: "a" }]);
  await act(async () => {
    frozen.changed({ id: "x" }, false);
    frozen.changed({ id: "y" }, true);
    frozen.changed({ id: "z" }, true);
  });
  expect(refetch).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(refetch).toHaveBeenCalledTimes(1);
});

test("taking over shows what was read, in its own order", async () => {
  await show("page 1", [{ id: "a" }, { id: "b" }]);
  await show("page 1", [{ id: "n" }, { id: "a" }]);
  await act(async () => frozen.adopt());
  expect(ids()).toEqual(["n", "a"]);
  expect([frozen.fresh, frozen.gone.size]).toEqual([0, 0]);
  expect(refetch).toHaveBeenCalledTimes(1);
});

test("another page, and one that is still shown while the next is read, keep nothing of the one before", async () => {
  await show("page 1", [{ id: "a" }]);
  await show("page 2", [{ id: "a" }], true); // of page 1, until page 2 is there
  expect([ids(), frozen.fresh]).toEqual([["a"], 0]);
  await show("page 2", [{ id: "c" }]);
  expect([ids(), frozen.fresh]).toEqual([["c"], 0]);
  await show("page 1", undefined);
  expect(ids()).toBeUndefined();
});

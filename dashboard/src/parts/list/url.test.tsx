import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";

import { orderOf, useList, type List } from "./url";

// listAt returns the list of an address, and where its changes lead.
async function listAt(address: string): Promise<{ list: List; led: () => string; times: () => number }> {
  const [path = "", query = ""] = address.split("?");
  const { hook, searchHook, history } = memoryLocation({ path, searchPath: query, record: true });
  let list: List | undefined;
  function Reader() {
    list = useList();
    return null;
  }
  const root = createRoot(document.createElement("div"));
  await act(async () =>
    root.render(
      <Router hook={hook} searchHook={searchHook}>
        <Reader />
      </Router>,
    ),
  );
  return { list: list!, led: () => history.at(-1)!, times: () => history.length };
}

test("an address is read", async () => {
  const { list } = await listAt("/people?q=anna&page=3&sort=-NAME&role=SOLVER&open=u1");
  expect(list).toMatchObject({
    text: "anna",
    page: 3,
    open: "u1",
    sort: { field: "NAME", direction: "DESC" },
    filters: { role: "SOLVER" },
  });
});

test.each(["/people", "/people?page=0", "/people?page=-2", "/people?page=x"])(
  "%s is the first page",
  async (address) => {
    const { list } = await listAt(address);
    expect([list.page, list.sort, list.open, list.text]).toEqual([1, undefined, "", ""]);
  },
);

test.each([
  [{ role: "ADMIN" }, "/people?q=anna&role=ADMIN"], // another list begins with its first page
  [{ open: "u2" }, "/people?q=anna&page=3&open=u2"], // a row beside the list leaves it where it is
  [{ page: "4" }, "/people?q=anna&page=4"],
  [{ q: "" }, "/people"],
  [{ q: undefined, page: undefined }, "/people"],
])("with %o the address is %s", async (changes, address) => {
  const { list } = await listAt("/people?q=anna&page=3");
  expect(list.href(changes)).toBe(address);
});

test("Back goes back, unless what was typed is replaced", async () => {
  const { list, led, times } = await listAt("/people?q=an");
  const before = times();
  await act(async () => list.set({ q: "ann" }, true));
  expect([led(), times()]).toEqual(["/people?q=ann", before]);
  await act(async () => list.set({ open: "u1" }));
  expect(times()).toBe(before + 1);
});

test("a list is sorted by what it can be sorted by", async () => {
  const fields = ["NAME", "ROLE"] as const;
  expect(orderOf((await listAt("/people?sort=-ROLE")).list, fields)).toEqual([{ field: "ROLE", direction: "DESC" }]);
  expect(orderOf((await listAt("/people?sort=SECRET")).list, fields)).toBeUndefined();
  expect(orderOf((await listAt("/people")).list, fields, { field: "NAME", direction: "ASC" })).toEqual([
    { field: "NAME", direction: "ASC" },
  ]);
});

import { afterEach, beforeAll, expect, test } from "vitest";

import { activate } from ".";
import { dayOf, setTimeZone } from "./format";

beforeAll(() => activate("en"));
afterEach(() => setTimeZone("UTC"));

test.each(["UTC", "Pacific/Kiritimati", "Pacific/Auckland", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Pago_Pago"])(
  "a day of a calendar is the same day in %s",
  (zone) => {
    setTimeZone(zone);
    expect(["2026-01-01", "2026-06-30", "2028-02-29"].map(dayOf)).toEqual([
      "Jan 1, 2026",
      "Jun 30, 2026",
      "Feb 29, 2028",
    ]);
  },
);

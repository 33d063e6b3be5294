import test from "ava";
import * as fc from "fast-check";

import { formatTimestamp, parseTimestamp } from "../../../object/timestamp.ts";
import type { UpdateWindow } from "../resource/update-policy.ts";
import { isInWindow, nextOpening } from "./update-window.ts";

const window = (from: string, to: string, ...days: readonly string[]): UpdateWindow => ({ from, to, days });
const at = (text: string): number => parseTimestamp(text) ?? Number.NaN;

const opening = test.macro<[string, readonly UpdateWindow[], string, string | undefined]>({
  exec(t, _, windows, now, expected) {
    const next = nextOpening(windows, at(now));
    t.is(next === undefined ? undefined : formatTimestamp(next), expected && formatTimestamp(at(expected)));
    t.is(isInWindow(windows, at(now)), expected === now);
  },
  title: (_, name) => name,
});

// 2019-10-17 was a Thursday.
const thursday = "2019-10-17T15:33:00Z";
const morning = window("8:00", "10:00");

test(opening, "without windows it is always time", [], thursday, thursday);
test(opening, "a window of the day opens the next morning", [morning], thursday, "2019-10-18T08:00:00Z");
test(
  opening,
  "a window is open from its first minute on",
  [morning],
  "2019-10-17T08:00:00Z",
  "2019-10-17T08:00:00Z",
);
test(opening, "a window is closed when it ends", [morning], "2019-10-17T10:00:00Z", "2019-10-18T08:00:00Z");
test(
  opening,
  "a window opens later the same day",
  [window("16:00", "18:00")],
  thursday,
  "2019-10-17T16:00:00Z",
);
test(
  opening,
  "a window opens on its days only",
  [window("08:00", "10:00", "Mon")],
  thursday,
  "2019-10-21T08:00:00Z",
);
test(
  opening,
  "a window of today comes again in a week",
  [window("8:00", "9:00", "Thu")],
  thursday,
  "2019-10-24T08:00:00Z",
);
test(
  opening,
  "of several windows the first to open counts",
  [window("8:00", "9:00", "Mon"), window("8:00", "9:00", "Sat")],
  thursday,
  "2019-10-19T08:00:00Z",
);
test(
  opening,
  "a window over midnight belongs to the day it begins on",
  [window("22:00", "02:00", "Wed")],
  "2019-10-17T01:59:00Z",
  "2019-10-17T01:59:00Z",
);
test(
  opening,
  "a window may last until midnight",
  [window("15:00", "24:00")],
  "2019-10-17T23:59:00Z",
  "2019-10-17T23:59:00Z",
);
test(opening, "a window on no known day never opens", [window("8:00", "9:00", "Xyz")], thursday, undefined);
test(opening, "a window whose times are none never opens", [window("8", "25:00")], thursday, undefined);

test("the next opening is the first moment at which a window is open", (t) => {
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const days = fc.subarray(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], { minLength: 1 });
  const anyWindow = fc.record({ from: minutes.map(timeText), to: minutes.map(timeText), days });
  const moment = fc.integer({ min: 0, max: 2_000_000 }).map((minute) => minute * 60_000);
  fc.assert(
    fc.property(fc.array(anyWindow, { minLength: 1, maxLength: 3 }), moment, (windows, now) => {
      const next = nextOpening(windows, now);
      t.true(next !== undefined && next >= now && isInWindow(windows, next));
      t.true(next === now || !isInWindow(windows, (next ?? 0) - 60_000));
    }),
  );
});

/** `8:05`. */
function timeText(minute: number): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
}

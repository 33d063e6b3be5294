import test from "ava";
import * as fc from "fast-check";

import {
  sampleRelease,
  type SampleRelease,
  sampleTime,
} from "../../../../fixtures/modules/releases/sample-release.ts";
import { moduleReleaseOf } from "../resource/module-release.ts";
import type { UpdateMode, UpdateWindow } from "../resource/update-policy.ts";
import { deployDelay, isInWindow, nextOpening } from "./deploy-time.ts";
import { formatTimestamp, parseTimestamp } from "../../../object/timestamp.ts";

const evening = { from: "20:00", to: "22:00", days: [] };
const opens = sampleTime + (4 * 60 + 27) * 60_000;
const later = sampleTime + 3_600_000;
const postponed: SampleRelease = { spec: { applyAfter: "2019-10-17T16:33:00Z" } };
const approved: SampleRelease = { annotations: { "modules.deckhouse.io/approved": "true" } };

interface Timed {
  readonly mode: UpdateMode;
  readonly isPatch?: boolean;
  readonly hasWindow?: boolean;
  readonly release?: SampleRelease;
}

const delay = test.macro<[string, Timed, string | undefined, number?]>({
  exec(t, _, { mode, isPatch = false, hasWindow = false, release = {} }, message, again) {
    const read = moduleReleaseOf(sampleRelease("1.68.0", release));
    const windows = hasWindow ? [evening] : [];
    const policy = { name: "p", releaseChannel: "Stable", mode, windows };
    const found = read && deployDelay(read, { policy, isPatch, now: sampleTime });
    t.is(found?.message, message);
    t.is(found?.again, again);
  },
  title: (_, name) => name,
});

const needsApproval = `Release is waiting for the 'modules.deckhouse.io/approved: "true"' annotation`;
const needsWindow = "Release is waiting for the update window until 17 Oct 2019 20:00 UTC";
const waits = "Release is postponed until 17 Oct 2019 16:33 UTC";

test(delay, "in mode Auto a release is deployed without approval", { mode: "Auto" }, undefined);
test(
  delay,
  "in mode Auto a minor release waits for the window",
  { mode: "Auto", hasWindow: true },
  needsWindow,
  opens,
);
test(
  delay,
  "in mode Auto a patch release waits for the window",
  { mode: "Auto", hasWindow: true, isPatch: true },
  needsWindow,
  opens,
);
test(
  delay,
  "in mode AutoPatch a patch release is deployed without approval",
  { mode: "AutoPatch", isPatch: true },
  undefined,
);
test(
  delay,
  "in mode AutoPatch a patch release waits for the window",
  { mode: "AutoPatch", isPatch: true, hasWindow: true },
  needsWindow,
  opens,
);
test(delay, "in mode AutoPatch a minor release waits for an approval", { mode: "AutoPatch" }, needsApproval);
test(
  delay,
  "in mode AutoPatch an approved minor release does not wait for the window",
  { mode: "AutoPatch", hasWindow: true, release: approved },
  undefined,
);
test(
  delay,
  "in mode Manual a patch release waits for an approval",
  { mode: "Manual", isPatch: true, hasWindow: true },
  needsApproval,
);
test(
  delay,
  "in mode Manual an approved release is deployed outside of windows",
  { mode: "Manual", hasWindow: true, release: approved },
  undefined,
);
test(
  delay,
  "only the annotation value true is an approval",
  { mode: "Manual", release: { annotations: { "modules.deckhouse.io/approved": "yes" }, approved: true } },
  needsApproval,
);
test(
  delay,
  "a release is postponed until its applyAfter time",
  { mode: "Auto", release: postponed },
  waits,
  later,
);
test(
  delay,
  "a release that was postponed for a notification reports that",
  {
    mode: "Auto",
    release: { ...postponed, annotations: { "modules.deckhouse.io/notification-time-shift": "true" } },
  },
  "Release is postponed by notification until 17 Oct 2019 16:33 UTC",
  later,
);
test(
  delay,
  "a postponed release waits for the first window after its applyAfter time",
  { mode: "Auto", release: postponed, hasWindow: true },
  "Release is postponed, waiting for the update window until 17 Oct 2019 20:00 UTC",
  opens,
);
test(
  delay,
  "a postponed release without approval reports both the approval and the delay",
  { mode: "AutoPatch", release: postponed },
  `Release is postponed, waiting for the 'modules.deckhouse.io/approved: "true"' annotation. After approval the release will be delayed until 17 Oct 2019 16:33 UTC`,
  later,
);
test(
  delay,
  "an applyAfter time in the past does not delay a release",
  { mode: "Auto", release: { spec: { applyAfter: "2019-10-17T15:33:00Z" } } },
  undefined,
);
for (const name of ["release.deckhouse.io/apply-now", "modules.deckhouse.io/apply-now"]) {
  test(
    delay,
    `${name} skips approval, window and applyAfter`,
    { mode: "Manual", hasWindow: true, release: { ...postponed, annotations: { [name]: "true" } } },
    undefined,
  );
}

test(
  delay,
  "in mode Manual an approved patch release waits for its applyAfter time",
  { mode: "Manual", isPatch: true, release: { ...postponed, ...approved } },
  waits,
  later,
);
test(
  delay,
  "in mode Manual an approved minor release does not wait for its applyAfter time",
  { mode: "Manual", release: { ...postponed, ...approved } },
  undefined,
);

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

test(opening, "without windows a release can be deployed at any time", [], thursday, thursday);
test(
  opening,
  "a window that is over today opens the next morning",
  [morning],
  thursday,
  "2019-10-18T08:00:00Z",
);
test(
  opening,
  "a window is open from its first minute",
  [morning],
  "2019-10-17T08:00:00Z",
  "2019-10-17T08:00:00Z",
);
test(
  opening,
  "a window is closed at its end time",
  [morning],
  "2019-10-17T10:00:00Z",
  "2019-10-18T08:00:00Z",
);
test(
  opening,
  "a window opens later the same day",
  [window("16:00", "18:00")],
  thursday,
  "2019-10-17T16:00:00Z",
);
test(
  opening,
  "a window opens only on its days",
  [window("08:00", "10:00", "Mon")],
  thursday,
  "2019-10-21T08:00:00Z",
);
test(
  opening,
  "a weekly window that is over today opens again in a week",
  [window("8:00", "9:00", "Thu")],
  thursday,
  "2019-10-24T08:00:00Z",
);
test(
  opening,
  "the first of several windows to open is used",
  [window("8:00", "9:00", "Mon"), window("8:00", "9:00", "Sat")],
  thursday,
  "2019-10-19T08:00:00Z",
);
test(
  opening,
  "a window over midnight belongs to the day on which it begins",
  [window("22:00", "02:00", "Wed")],
  "2019-10-17T01:59:00Z",
  "2019-10-17T01:59:00Z",
);
test(
  opening,
  "a window can last until midnight",
  [window("15:00", "24:00")],
  "2019-10-17T23:59:00Z",
  "2019-10-17T23:59:00Z",
);
test(
  opening,
  "a window without a known day never opens",
  [window("8:00", "9:00", "Xyz")],
  thursday,
  undefined,
);
test(opening, "a window with invalid times never opens", [window("8", "25:00")], thursday, undefined);

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

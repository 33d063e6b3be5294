import test from "ava";

import { formatSeconds, parseTimestamp } from "../../object/timestamp.ts";
import { areWindowsOpen, type MaintenanceWindow, openingFrom } from "./maintenance-window.ts";
import { hour, isTimeZone, localTime } from "./zoned-time.ts";

function at(text: string): number {
  return parseTimestamp(text) ?? Number.NaN;
}

function windowOf(
  schedule: string,
  hours: number,
  choices: Partial<MaintenanceWindow> = {},
): MaintenanceWindow {
  return { kind: "allow", schedule, duration: hours * hour, timeZone: "UTC", ...choices };
}

/** Checks the next openings from a time on; the windows are closed between two of them. */
const opens = test.macro(
  (t, windows: readonly MaintenanceWindow[], from: string, ...expected: readonly string[]) => {
    let time = at(from);
    for (const opening of expected) {
      const next = openingFrom(windows, time) ?? Number.NaN;
      t.is(formatSeconds(next), opening);
      t.true(areWindowsOpen(windows, next));
      t.false(areWindowsOpen(windows, next - 1));
      for (time = next; areWindowsOpen(windows, time); time += hour / 4);
    }
  },
);

const nightly = [windowOf("0 22 * * 1-5", 4, { timeZone: "Europe/Lisbon" })];

test("without windows, revisions are applied at any time", (t) => {
  t.true(areWindowsOpen([], 0));
  t.is(openingFrom([], 7), 7);
});

test("a window is open for its duration, also past midnight and into a weekend", (t) => {
  const friday = [
    ["2026-01-09T21:59:59.999Z", false],
    ["2026-01-09T22:00:00Z", true],
    ["2026-01-10T01:59:59.999Z", true],
    ["2026-01-10T02:00:00Z", false],
    ["2026-01-10T23:00:00Z", false],
  ] as const;
  for (const [time, isOpen] of friday) {
    t.is(areWindowsOpen(nightly, at(time)), isOpen, time);
  }
  t.is(openingFrom(nightly, at("2026-01-09T23:00:00Z")), at("2026-01-09T23:00:00Z"), "while it is open");
});

test(
  "a schedule is in its time zone, in summer and in winter",
  opens,
  [windowOf("0 22 * * 0", 4, { timeZone: "Europe/Lisbon" })],
  "2026-03-20T00:00:00Z",
  "2026-03-22T22:00:00Z",
  // Clocks are set forward on the 29th of March.
  "2026-03-29T21:00:00Z",
  "2026-04-05T21:00:00Z",
);
test(
  "a time zone can be behind UTC, and have an offset of half an hour",
  opens,
  [
    windowOf("30 20 * * mon", 2, { timeZone: "America/St_Johns" }),
    windowOf("0 4 * * tue", 1, { timeZone: "Asia/Kolkata" }),
  ],
  "2026-01-04T00:00:00Z",
  "2026-01-05T22:30:00Z",
  "2026-01-06T00:00:00Z",
);
test(
  "a window whose opening is skipped by a clock change does not open on that day, like a CronJob",
  opens,
  [windowOf("30 1 * * *", 1, { timeZone: "Europe/Lisbon" })],
  "2026-03-28T00:00:00Z",
  "2026-03-28T01:30:00Z",
  "2026-03-30T00:30:00Z",
);
test(
  "a window whose opening occurs twice by a clock change opens twice, like a CronJob",
  opens,
  [windowOf("30 1 * * *", 0.5, { timeZone: "Europe/Lisbon" })],
  "2026-10-24T12:00:00Z",
  "2026-10-25T00:30:00Z",
  "2026-10-25T01:30:00Z",
  "2026-10-26T01:30:00Z",
);
test("a window that is open during a clock change is open for its full duration", (t) => {
  const windows = [windowOf("0 22 * * sat", 4, { timeZone: "Europe/Lisbon" })];
  for (const [open, closed] of [
    ["2026-03-29T01:59:59Z", "2026-03-29T02:00:00Z"],
    ["2026-10-25T00:59:59Z", "2026-10-25T01:00:00Z"],
  ] as const) {
    t.true(areWindowsOpen(windows, at(open)));
    t.false(areWindowsOpen(windows, at(closed)));
  }
});
test(
  "February 29 is found, even across a century without a leap day",
  opens,
  [windowOf("0 0 29 2 *", 24)],
  "2096-03-01T00:00:00Z",
  "2104-02-29T00:00:00Z",
);
test(
  "with only deny windows any other time is allowed",
  opens,
  [windowOf("0 8 * * 1-5", 10, { kind: "deny" })],
  "2026-01-05T09:00:00Z",
  "2026-01-05T18:00:00Z",
  "2026-01-06T18:00:00Z",
);
test(
  "deny windows take precedence, also when they follow each other without a gap",
  opens,
  [...nightly, windowOf("0 0 24 12 *", 24, { kind: "deny" }), windowOf("0 0 25 12 *", 47, { kind: "deny" })],
  "2026-12-24T03:00:00Z",
  "2026-12-28T22:00:00Z",
);
test(
  "a deny window over the beginning of an allow window delays it",
  opens,
  [windowOf("0 22 * * *", 4), windowOf("0 21 * * *", 2, { kind: "deny" })],
  "2026-01-05T12:00:00Z",
  "2026-01-05T23:00:00Z",
);

test("denied whole days have no gap when clocks are set back, and end at midnight", (t) => {
  const every = [windowOf("0 0 * * *", 24, { kind: "deny", timeZone: "Europe/Lisbon" })];
  for (const time of ["2026-10-25T22:59:59Z", "2026-10-25T23:30:00Z", "2026-03-29T22:30:00Z"]) {
    t.false(areWindowsOpen(every, at(time)), time);
  }
  const one = [windowOf("0 0 25 10 *", 24, { kind: "deny", timeZone: "Europe/Lisbon" })];
  t.is(openingFrom(one, at("2026-10-25T12:00:00Z")), at("2026-10-26T00:00:00Z"));
});

test("the next opening is the same at any time before it", (t) => {
  const times = ["2026-01-05T12:00:00Z", "2026-01-05T21:59:00Z", "2026-01-05T03:00:00Z"];
  const next = times.map((time) => formatSeconds(openingFrom(nightly, at(time)) ?? 0));
  t.deepEqual(new Set(next), new Set(["2026-01-05T22:00:00Z"]));
  t.is(openingFrom(nightly, at("2026-01-06T02:00:00Z")), at("2026-01-06T22:00:00Z"));
});

test("windows that never allow anything are detected", (t) => {
  t.is(openingFrom([windowOf("0 0 30 2 *", 1)], at("2026-01-01T00:00:00Z")), undefined);
  const always = windowOf("* * * * *", 1, { kind: "deny" });
  t.is(openingFrom([always], at("2026-01-01T00:00:00Z")), undefined);
  const noon = windowOf("0 12 * * *", 1);
  const day = windowOf("0 11 * * *", 3, { kind: "deny" });
  t.is(openingFrom([noon, day], at("2026-01-01T00:00:00Z")), undefined);
});

test("windows that never allow anything are detected with few time zone conversions", (t) => {
  const windows = [
    windowOf("0 12 * * *", 1, { timeZone: "America/New_York" }),
    windowOf("0 11 * * *", 3, { kind: "deny", timeZone: "America/New_York" }),
  ];
  const { prototype } = Intl.DateTimeFormat;
  const property = Object.getOwnPropertyDescriptor(prototype, "formatToParts") ?? {};
  const format = property.value as (time: number) => Intl.DateTimeFormatPart[];
  let formatted = 0;
  const value = function count(this: Intl.DateTimeFormat, time: number): Intl.DateTimeFormatPart[] {
    formatted += 1;
    return format.call(this, time);
  };
  Object.defineProperty(prototype, "formatToParts", { ...property, value });
  t.teardown(() => {
    Object.defineProperty(prototype, "formatToParts", property);
  });
  t.is(openingFrom(windows, at("2026-01-01T00:00:00Z")), undefined);
  t.true(formatted < 1500, String(formatted));
});

/** For zones with half an hour of summer time, with a winter time in Ramadan, and with an odd offset. */
const clocks = test.macro({
  title: (_, timeZone: string) => `local times in ${timeZone} match those of Intl`,
  exec: (t, timeZone: string) => {
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    const step = 31 * hour + 7 * 60_000;
    for (let time = at("2023-01-01T00:00:00Z"); time < at("2031-01-01T00:00:00Z"); time += step) {
      const shown = formatSeconds(localTime(timeZone, time));
      t.is(shown.replace("T", " ").replace("Z", ""), format.format(time));
    }
  },
});
test(clocks, "Australia/Lord_Howe");
test(clocks, "Africa/Casablanca");
test(clocks, "Asia/Kathmandu");

test("time zones are those of the IANA database", (t) => {
  t.deepEqual(["UTC", "Europe/Lisbon", "Mars/Base", "", "+01:00", "Europe/Lisbon\n"].map(isTimeZone), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

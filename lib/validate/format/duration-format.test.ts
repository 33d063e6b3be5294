import test from "ava";

import { textTest } from "./format.ts";

/** Whether a text has the format `duration`, which accepts Go durations, too. */
function isDuration(text: string): boolean {
  return textTest("duration")?.(text) === true;
}

interface Verdicts {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

/** Tests texts that the packages of Kubernetes 1.36.3 accept and refuse. */
function testVerdicts(what: string, isValid: (text: string) => boolean, verdicts: Verdicts): void {
  for (const text of verdicts.accepted) {
    test(`${JSON.stringify(text)} is ${what}`, (t) => {
      t.true(isValid(text));
    });
  }
  for (const text of verdicts.refused) {
    test(`${JSON.stringify(text)} is not ${what}`, (t) => {
      t.false(isValid(text));
    });
  }
}

testVerdicts("a duration", isDuration, {
  accepted: [
    "1h",
    "1m",
    "1s",
    "1ms",
    "1us",
    "1µs",
    "1ns",
    ".5h",
    "1.h",
    "-1h",
    "+1h",
    "1d",
    "1 d",
    "1day",
    "1 day",
    "1w",
    "2 weeks",
    "1 week",
    "1 h",
    "1 hour",
    "2 hours",
    "5 minutes",
    "5 min",
    "5 mins",
    "1 second",
    "1 sec",
    "1 milli",
    "1 millis",
    "1 millisecond",
    "1 micro",
    "1 micros",
    "1 nano",
    "1 nanos",
    "1M",
    "1H",
    "1 H",
    "1 HOUR",
    "about 2 days",
    "2 days ago",
    "1h 2m",
    "1 h 2 m",
    "1,5h",
    "1_000s",
    "9223372036854775807ns",
    "106751 days",
    "106752 days",
    "9999999999 weeks",
    "-3 days",
    "3  days",
    "3\tdays",
    "3\ndays",
    "3days4hours",
    "1e3s",
    "PT1H",
    "P1D",
    "0 days",
    "00 days",
    "1.5 days",
  ],
  refused: ["", "h", "1 month", "1 year", "1y", "one hour", "1:30", "٣ days", "day 1"],
});

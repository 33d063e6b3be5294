import test from "ava";

import { type CronSchedule, isOnDate, parseCron } from "./cron-schedule.ts";

function schedule(text: string): CronSchedule {
  const parsed = parseCron(text);
  if ("fault" in parsed) {
    throw new Error(parsed.fault);
  }
  return parsed;
}

const times = test.macro<[text: string, minutes: readonly number[], hours: readonly number[]]>({
  title: (_, text) => `the times of ${text}`,
  exec: (t, text, minutes, hours) => {
    const read = schedule(text);
    t.deepEqual([read.minutes, read.hours], [minutes, hours]);
  },
});

test(times, "0 22 * * *", [0], [22]);
test(times, "30,0,30 1-3,22 * * *", [0, 30], [1, 2, 3, 22]);
test(times, "*/20 9-17/4 * * *", [0, 20, 40], [9, 13, 17]);
test(times, "50/5 20/2 * * *", [50, 55], [20, 22]);
test(times, "  0   0 ? * ?  ", [0], [0]);

const january: readonly number[] = Array.from({ length: 31 }, (_, index) => index + 1);

/** The days of January 2026 on which a schedule has times; it begins with a Thursday. */
const days = test.macro<[text: string, expected: readonly number[]]>({
  title: (_, text) => `the days of ${text}`,
  exec: (t, text, expected) => {
    const read = schedule(text);
    const found = january.filter((day) => isOnDate(read, { day, month: 1, weekday: (day + 3) % 7 }));
    t.deepEqual(found, expected);
  },
});

test(days, "0 0 * * 1-5", [1, 2, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 19, 20, 21, 22, 23, 26, 27, 28, 29, 30]);
test(days, "0 0 * * sun", [4, 11, 18, 25]);
test(days, "0 0 * JAN 7", [4, 11, 18, 25]);
test(days, "0 0 * * Sat-7", [3, 4, 10, 11, 17, 18, 24, 25, 31]);
test(days, "0 0 1,31 1 *", [1, 31]);
test(days, "0 0 * feb *", []);
// As in crontab(5): if both are restricted, one is enough.
test(days, "0 0 13 * fri", [2, 9, 13, 16, 23, 30]);
test(days, "0 0 */10 * mon", [1, 5, 11, 12, 19, 21, 26, 31]);

const refused = test.macro<[text: string, fault: string]>({
  title: (_, text) => `refused: ${JSON.stringify(text)}`,
  exec: (t, text, fault) => {
    t.deepEqual(parseCron(text), { fault });
  },
});
const five = "a schedule has five fields: minute, hour, day of the month, month, day of the week";
const forms = "ranges such as 1-5, or steps such as */2";

test(refused, "", five);
test(refused, "@daily", five);
test(refused, "0 0 0 1 1 *", five);
test(refused, "60 0 * * *", `"60" is not a valid minute: write numbers from 0 to 59, ${forms}`);
test(refused, "0 1,24 * * *", `"24" is not a valid hour: write numbers from 0 to 23, ${forms}`);
test(refused, "0 0 0 * *", `"0" is not a valid day of the month: write numbers from 1 to 31, ${forms}`);
test(
  refused,
  "0 0 * jann *",
  `"jann" is not a valid month: write numbers from 1 to 12, or names such as feb, ${forms}`,
);
test(
  refused,
  "0 0 * * 8",
  `"8" is not a valid day of the week: write numbers from 0 to 7, or names such as mon, ${forms}`,
);
for (const minute of [
  "5-1",
  "*/0",
  "1-",
  "-1",
  "1-2-3",
  "*/",
  "*/100",
  "",
  "1,",
  "0x1",
  "1.5",
  "constructor",
]) {
  test(
    refused,
    `${minute === "" ? "," : minute} 0 * * *`,
    `${JSON.stringify(minute === "1," ? "" : minute)} is not a valid minute: write numbers from 0 to 59, ${forms}`,
  );
}

import test from "ava";
import * as fc from "fast-check";

import { manualClock, type ManualClock } from "../../../fixtures/manual-clock.ts";
import { ThrottledLog } from "./log-throttle.ts";

interface Reported {
  readonly throttle: ThrottledLog;
  readonly clock: ManualClock;
  readonly reported: (readonly [lines: readonly string[], leftOut: number])[];
}

function listen(shows: (line: string) => boolean = () => true): Reported {
  const clock = manualClock(0);
  const reported: Reported["reported"] = [];
  const report = (lines: readonly string[], leftOut: number): void => {
    reported.push([lines, leftOut]);
  };
  return { clock, reported, throttle: new ThrottledLog({ clock, shows, report }) };
}

function say(throttle: ThrottledLog, count: number, from = 0): void {
  for (let index = from; index < from + count; index += 1) {
    throttle.emit(`line ${index}`);
  }
}

test("log lines within 75 ms are reported together", (t) => {
  const { throttle, clock, reported } = listen();
  say(throttle, 2);
  clock.pass(74);
  say(throttle, 1, 2);
  t.deepEqual(reported, []);
  clock.pass(1);
  t.deepEqual(reported, [[["line 0", "line 1", "line 2"], 0]]);
  t.is(clock.pending(), 0);
});

test("remaining lines are reported immediately at the end, without a timer", (t) => {
  const { throttle, clock, reported } = listen();
  say(throttle, 1);
  throttle.end();
  throttle.end();
  t.deepEqual(reported, [[["line 0"], 0]]);
  t.is(clock.pending(), 0);
});

test("of too many log lines the first ones, the number of omitted ones and the last ones are reported", (t) => {
  const { throttle, reported } = listen();
  say(throttle, 100_000);
  throttle.end();
  t.is(reported.length, 2);
  t.is(reported[0]?.[0].length, 2000);
  t.is(reported[0]?.[1], 98_000 - 20);
  t.is(reported[1]?.[0].length, 20);
  t.is(reported[1]?.[0].at(-1), "line 99999");
});

test("the lines of a program that keeps writing too many are reported at a steady rate", (t) => {
  const { throttle, clock, reported } = listen();
  for (let tenth = 0; tenth < 1000; tenth += 1) {
    say(throttle, 1000);
    clock.pass(100);
  }
  const lines = reported.reduce((sum, [some]) => sum + some.length, 0);
  const leftOut = reported.reduce((sum, [, some]) => sum + some, 0);
  t.is(lines + leftOut, 1_000_000);
  t.true(lines > 20_000 && lines <= 22_000, String(lines));
});

test("a few long lines count as much as many short ones", (t) => {
  const { throttle, clock, reported } = listen();
  for (let index = 0; index < 100; index += 1) {
    throttle.emit("x".repeat(16_000));
  }
  clock.pass(75);
  t.true((reported[0]?.[0].length ?? 0) < 20);
  t.is((reported[0]?.[0].length ?? 0) + (reported[0]?.[1] ?? 0), 100);
});

test("log lines that are not shown do not count for the limit", (t) => {
  const { throttle, reported } = listen((line) => line.endsWith("000"));
  say(throttle, 50_000);
  throttle.end();
  t.deepEqual(
    reported.map(([lines, leftOut]) => [lines.length, leftOut]),
    [[49, 0]],
  );
});

test("if log lines arrive too fast, not every line is matched against the patterns", (t) => {
  let looks = 0;
  const { throttle, reported } = listen(() => {
    looks += 1;
    return false;
  });
  for (let index = 0; index < 10_000; index += 1) {
    throttle.emit("x".repeat(10_000));
  }
  throttle.end();
  t.true(looks < 200, String(looks));
  t.true((reported[0]?.[1] ?? 0) > 9000);
});

test("log lines that are held back are reported together when the hold ends", (t) => {
  const { throttle, clock, reported } = listen();
  throttle.hold();
  say(throttle, 2);
  clock.pass(10_000);
  say(throttle, 1, 2);
  clock.pass(10_000);
  t.deepEqual(reported, []);
  throttle.goOn();
  t.deepEqual(reported, [[["line 0", "line 1", "line 2"], 0]]);
});

test("ending a hold without lines reports nothing", (t) => {
  const { throttle, reported } = listen();
  throttle.hold();
  throttle.goOn();
  t.deepEqual(reported, []);
});

test("lines that are held back are reported at the end even if the hold has not ended", (t) => {
  const { throttle, reported } = listen();
  throttle.hold();
  say(throttle, 1);
  throttle.end();
  t.deepEqual(reported, [[["line 0"], 0]]);
});

test("a line after the end of the log is not reported", (t) => {
  const { throttle, clock, reported } = listen();
  throttle.end();
  say(throttle, 1);
  clock.pass(1000);
  t.deepEqual(reported, []);
  t.is(clock.pending(), 0);
});

test("a line is matched with its colour sequences, and reported without them", (t) => {
  const red = "\u001B[31mdown\u001B[0m";
  const looked: string[] = [];
  const { throttle, reported } = listen((line) => looked.push(line) > 0);
  throttle.emit(red);
  throttle.end();
  t.deepEqual(looked, [red]);
  t.deepEqual(reported, [[["down"], 0]]);
});

test("after a pause a program may write the full number of lines at once again", (t) => {
  const { throttle, clock, reported } = listen();
  say(throttle, 2000);
  clock.pass(10_000);
  say(throttle, 2000);
  clock.pass(75);
  t.deepEqual(
    reported.map(([lines, leftOut]) => [lines.length, leftOut]),
    [
      [2000, 0],
      [2000, 0],
    ],
  );
});

test("of the last log lines that arrive too fast, only those that are shown are reported", (t) => {
  const { throttle, reported } = listen((line) => !line.endsWith("9"));
  for (let index = 0; index < 12_000; index += 1) {
    throttle.emit(`${"x".repeat(100)} ${index}`);
  }
  throttle.end();
  t.is(reported[1]?.[0].length, 18);
  t.true(reported[1]?.[0].at(-1)?.endsWith(" 11998"));
});

const bursts = fc.array(fc.record({ count: fc.nat(3000), pause: fc.nat(5000) }), { maxLength: 8 });

test("at any rate of lines each is reported in order or counted, and at most the sustained rate is reported", (t) => {
  const law = fc.property(bursts, (all) => {
    const { throttle, clock, reported } = listen();
    let said = 0;
    for (const { count, pause } of all) {
      say(throttle, count, said);
      said += count;
      clock.pass(pause);
    }
    throttle.end();
    const numbers = reported.flatMap(([lines]) => lines.map((line) => Number(line.slice("line ".length))));
    const leftOut = reported.reduce((sum, [, count]) => sum + count, 0);
    const most = 2000 + 200 * (clock.now() / 1000) + 20;
    const isOrdered = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
    return numbers.length + leftOut === said && isOrdered && numbers.length <= most;
  });
  t.notThrows(() => fc.assert(law));
});

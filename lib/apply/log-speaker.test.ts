import test from "ava";

import { handClock, type HandClock } from "../../fixtures/hand-clock.ts";
import { ThrottledLog } from "./log-speaker.ts";

interface Told {
  readonly speaker: ThrottledLog;
  readonly clock: HandClock;
  readonly told: (readonly [lines: readonly string[], leftOut: number])[];
}

function listen(shows: (line: string) => boolean = () => true): Told {
  const clock = handClock(0);
  const told: Told["told"] = [];
  const tell = (lines: readonly string[], leftOut: number): void => {
    told.push([lines, leftOut]);
  };
  return { clock, told, speaker: new ThrottledLog({ clock, shows, tell }) };
}

function say(speaker: ThrottledLog, count: number, from = 0): void {
  for (let index = from; index < from + count; index += 1) {
    speaker.hear(`line ${index}`);
  }
}

test("lines that come together are told together, a moment later", (t) => {
  const { speaker, clock, told } = listen();
  say(speaker, 2);
  clock.pass(74);
  say(speaker, 1, 2);
  t.deepEqual(told, []);
  clock.pass(1);
  t.deepEqual(told, [[["line 0", "line 1", "line 2"], 0]]);
  t.is(clock.pending(), 0);
});

test("at the end the rest is told at once, and nothing is left to come", (t) => {
  const { speaker, clock, told } = listen();
  say(speaker, 1);
  speaker.end();
  speaker.end();
  t.deepEqual(told, [[["line 0"], 0]]);
  t.is(clock.pending(), 0);
});

test("of a flood the first lines are told, how many were left out, and the last words", (t) => {
  const { speaker, told } = listen();
  say(speaker, 100_000);
  speaker.end();
  t.is(told.length, 2);
  t.is(told[0]?.[0].length, 2000);
  t.is(told[0]?.[1], 98_000 - 20);
  t.is(told[1]?.[0].length, 20);
  t.is(told[1]?.[0].at(-1), "line 99999");
});

test("a program that goes on flooding is told at a steady rate", (t) => {
  const { speaker, clock, told } = listen();
  for (let tenth = 0; tenth < 1000; tenth += 1) {
    say(speaker, 1000);
    clock.pass(100);
  }
  const lines = told.reduce((sum, [some]) => sum + some.length, 0);
  const leftOut = told.reduce((sum, [, some]) => sum + some, 0);
  t.is(lines + leftOut, 1_000_000);
  t.true(lines > 20_000 && lines <= 22_000, String(lines));
});

test("a few long lines are as much as many short ones", (t) => {
  const { speaker, clock, told } = listen();
  for (let index = 0; index < 100; index += 1) {
    speaker.hear("x".repeat(16_000));
  }
  clock.pass(75);
  t.true((told[0]?.[0].length ?? 0) < 20);
  t.is((told[0]?.[0].length ?? 0) + (told[0]?.[1] ?? 0), 100);
});

test("lines that are not shown count for nothing, in a flood too", (t) => {
  const { speaker, told } = listen((line) => line.endsWith("000"));
  say(speaker, 50_000);
  speaker.end();
  t.deepEqual(
    told.map(([lines, leftOut]) => [lines.length, leftOut]),
    [[49, 0]],
  );
});

test("of a flood that is too long to look at a line is not looked at for ever", (t) => {
  let looks = 0;
  const { speaker, told } = listen(() => {
    looks += 1;
    return false;
  });
  for (let index = 0; index < 10_000; index += 1) {
    speaker.hear("x".repeat(10_000));
  }
  speaker.end();
  t.true(looks < 200, String(looks));
  t.true((told[0]?.[1] ?? 0) > 9000);
});

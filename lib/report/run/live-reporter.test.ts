import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import {
  after,
  failedRun,
  goodRun,
  groupOf,
  recordedAt,
  startOf,
  targetOf,
} from "../../../fixtures/recorded-run.ts";
import { terminal, type Terminal } from "../../../fixtures/terminal.ts";
import type { ApplyEvent } from "../../apply/model/event.ts";
import { textWidth } from "../terminal/text-width.ts";
import { type LiveReporter, liveReporter } from "./live-reporter.ts";

interface LiveHarness {
  readonly view: LiveReporter;
  readonly screen: Terminal;
  readonly frames: () => number;
  /** Emits the events at their times, and advances the clock accordingly. */
  readonly play: (run: readonly ApplyEvent[]) => void;
  readonly pass: (milliseconds: number) => void;
  readonly pending: () => number;
}

function liveHarness(width = 80, height = 24): LiveHarness {
  const clock = manualClock(recordedAt);
  const screen = terminal(width);
  let frames = 0;
  const view = liveReporter({
    write: (text) => {
      frames += 1;
      screen.write(text);
    },
    width: () => screen.width(),
    height: () => height,
    color: false,
    clock,
  });
  const play = (run: readonly ApplyEvent[]): void => {
    for (const event of run) {
      clock.pass(Math.max(event.at - clock.now(), 0));
      view.emit(event);
    }
  };
  return { view, screen, frames: () => frames, play, pass: clock.pass, pending: clock.pending };
}

function until(run: readonly ApplyEvent[], milliseconds: number): readonly ApplyEvent[] {
  return run.filter((event) => event.at <= recordedAt + milliseconds);
}

test("during a run, groups, waits and the elapsed time are shown below the lines printed so far", (t) => {
  const { play, pass, screen } = liveHarness();
  play(until(goodRun, 2000));
  pass(6000);
  t.is(
    screen.shown(),
    `installing blog in shop on https://127.0.0.1:6443: 5 objects in 4 groups, 1 to
  prune
created     Namespace/shop
retrying    StatefulSet/mysql in 1s: 429 too many requests
created     StatefulSet/mysql
group 2 of 4  ████████████▒▒▒▒▒▒▒▒▒▒▒▒  1 of 2, 1 waiting
waiting for
  6.3s  StatefulSet/mysql  0 of 1 replicas ready
6s, 2 of 5 objects done, 1 of 4 groups
`,
  );
  t.true(screen.isCursorHidden());
});

test("the summary replaces the last frame, and the cursor is shown again", (t) => {
  const { play, screen, pending } = liveHarness(120);
  play(goodRun);
  t.is(
    screen.shown().split("\n").slice(-6).join("\n"),
    `pruned      ConfigMap/old
note: StatefulSet/mysql: took over spec.replicas from kubectl

4 applied (2 created, 1 configured, 1 unchanged), 4 ready, 1 pruned in 15.5s
critical path: Namespace/shop → StatefulSet/mysql (12.1s) → Deployment/wordpress (3.4s)
`,
  );
  t.false(screen.isCursorHidden());
  t.is(pending(), 0);
});

test("a stopped view keeps the printed lines and shows the cursor again", (t) => {
  const { play, pass, screen, view, pending } = liveHarness();
  play(until(goodRun, 2000));
  pass(1000);
  view.stop();
  view.stop();
  view.emit(after(9000, { type: "notice", level: "note", message: "too late" }));
  t.true(screen.shown().endsWith("created     StatefulSet/mysql\n"));
  t.false(screen.isCursorHidden());
  t.is(pending(), 0);
});

test("at most ten frames per second are drawn, and one per second while nothing happens", (t) => {
  const { play, pass, frames } = liveHarness();
  const keys = Array.from({ length: 1000 }, (_, index) => `/namespaces/shop/Pod/p${index}`);
  const run = keys.map((key, index) =>
    after(index, { type: "sending", target: targetOf(key), operation: "apply" }),
  );
  play([startOf(keys.map((key) => [key, 1])), ...run]);
  t.true(frames() <= 10, `${frames()} frames`);
  const before = frames();
  pass(10_000);
  t.true(frames() - before <= 11);
  t.true(frames() - before >= 9);
});

for (const [width, height] of [
  [40, 24],
  [80, 10],
  [120, 24],
  [12, 4],
] as const) {
  test(`a frame fits a terminal of ${width} columns and ${height} rows`, (t) => {
    const { play, pass, screen } = liveHarness(width, height);
    const keys = Array.from({ length: 60 }, (_, index) => `/namespaces/shop/Pod/日本-${index}`);
    play([
      startOf(keys.map((key, index) => [key, (index % 20) + 1])),
      ...Array.from({ length: 20 }, (_, index) =>
        after(0, { type: "group", group: groupOf(index + 1, 3), state: "started" }),
      ),
      ...keys.map((key) => after(1, { type: "sending", target: targetOf(key), operation: "apply" })),
    ]);
    pass(5000);
    t.true(screen.lastBlock().length < height);
    for (const row of screen.lastBlock()) {
      t.true(textWidth(row) < width, row);
    }
  });
}

test("no row of an old frame remains after the terminal becomes narrower", (t) => {
  const { play, pass, screen } = liveHarness(100);
  play(until(failedRun, 2000));
  pass(500);
  screen.resize(30);
  pass(3000);
  const rows = screen.shown().split("\n");
  t.is(rows.filter((row) => row.startsWith("waiting for")).length, 1);
  t.is(rows.filter((row) => row.startsWith("group 2")).length, 1);
});

test("control characters from the cluster are escaped in the live view", (t) => {
  const { play, pass, screen } = liveHarness(120);
  const target = targetOf("apps/namespaces/shop/Deployment/w\u001B[2Jeb");
  const readiness = {
    state: "InProgress",
    reason: "R\u001B[1m",
    message: "m\u001B]0;t\u0007\nnext",
  } as const;
  play([
    startOf([[target.key, 1]]),
    after(0, { type: "group", group: groupOf(1, 1), state: "started" }),
    after(1, { type: "sending", target, operation: "apply" }),
    after(2, { type: "status", target, readiness }),
  ]);
  pass(1000);
  t.true(
    screen.shown().includes(String.raw`Deployment/w\x1b[2Jeb  m\x1b]0;t\x07 next (R\x1b[1m)`),
    screen.shown(),
  );
});

test("the reason why a pod does not start is visible within 80 columns", (t) => {
  const { play, pass, screen } = liveHarness(80);
  const target = targetOf("apps/namespaces/shop/Deployment/tty-web");
  const message =
    "1 of 2 replicas updated; container web in pod tty-web-5b799d5cd8-n4nfk: CrashLoopBackOff: back-off 10s";
  play([
    startOf([[target.key, 1]]),
    after(1, { type: "sending", target, operation: "apply" }),
    after(2, { type: "status", target, readiness: { state: "InProgress", reason: "", message } }),
  ]);
  pass(1000);
  t.regex(screen.shown(), /Deployment\/tty-web {2}CrashLoopBackOff: 1 of 2/);
});

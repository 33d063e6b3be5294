import test from "ava";

import { after, recordedAt, startOf, targetOf } from "../../../fixtures/recorded-run.ts";
import { RunProgress } from "./run-progress.ts";
import { WaitReports } from "./wait-reports.ts";

const key = (index: number): string => `apps/namespaces/shop/Deployment/web-${index}`;

/** A run that applies this many objects at its start, one millisecond apart, none of which becomes ready. */
function waitingRun(size: number): RunProgress {
  const progress = new RunProgress();
  const keys = Array.from({ length: size }, (_, index) => key(index));
  progress.emit(startOf(keys.map((each) => [each, 1])));
  keys.forEach((each, index) => {
    const target = targetOf(each);
    progress.emit(after(index, { type: "sending", target, operation: "apply" }));
    progress.emit(
      after(index, { type: "actuation", target, operation: "apply", state: "Succeeded", change: "created" }),
    );
  });
  return progress;
}

/** The waits that are reported at the given seconds of a run. */
function reportedAt(progress: RunProgress, ...seconds: readonly number[]): readonly (readonly string[])[] {
  const reports = new WaitReports();
  return seconds.map((second) => {
    const { facts, folded } = reports.dueAt(recordedAt + second * 1000, progress);
    return [
      ...facts.map(({ name, words }) => `${name.split("/").at(-1)} ${words}`),
      ...(folded === "" ? [] : [folded]),
    ];
  });
}

test("a wait is reported after ten seconds, and each time that time has doubled", (t) => {
  t.deepEqual(reportedAt(waitingRun(1), 5, 9.9, 10, 15, 19, 20, 39, 40, 79, 80), [
    [],
    [],
    ["web-0 for 10s"],
    [],
    [],
    ["web-0 for 20s"],
    [],
    ["web-0 for 40s"],
    [],
    ["web-0 for 1m20s"],
  ]);
});

test("the report of a wait has the last message of the object", (t) => {
  const progress = waitingRun(1);
  const readiness = { state: "InProgress", reason: "", message: "0 of 3 replicas available" } as const;
  progress.emit(after(500, { type: "status", target: targetOf(key(0)), readiness }));
  t.deepEqual(reportedAt(progress, 12), [["web-0 for 12s: 0 of 3 replicas available"]]);
});

test("an object that is ready is not reported", (t) => {
  const progress = waitingRun(2);
  progress.emit(
    after(900, { type: "reconcile", target: targetOf(key(0)), operation: "apply", state: "Succeeded" }),
  );
  t.deepEqual(reportedAt(progress, 12), [["web-1 for 12s"]]);
});

test("the five longest of many waits are listed and the rest are counted", (t) => {
  const [lines = []] = reportedAt(waitingRun(20), 11);
  t.is(lines.length, 6);
  t.regex(lines[0] ?? "", /^web-0 for 11s/);
  t.is(lines[5], "and 15 more objects");
});

test("a sixth wait is listed instead of a count of one", (t) => {
  const [lines = []] = reportedAt(waitingRun(6), 11);
  t.is(lines.length, 6);
  t.regex(lines[5] ?? "", /^web-5 for 11s/);
});

test("a run that waits for nothing reports no waits", (t) => {
  t.deepEqual(reportedAt(new RunProgress(), 100), [[]]);
});

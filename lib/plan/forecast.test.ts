import test, { type ExecutionContext } from "ava";

import { dependsOn, object, planned } from "../../fixtures/planned.ts";
import { forecast, type Forecast } from "./forecast.ts";
import { parseSupposition } from "./supposition.ts";

const db = "apps/namespaces/default/Deployment/db";
const web = "apps/namespaces/default/Deployment/web";
const { plan } = planned([
  object("Deployment/db"),
  object("Deployment/web", { annotations: dependsOn(db) }),
  object("Deployment/other"),
]);

/** The forecast of the set by times in seconds, and changes as they are written on the command line. */
function forecastBy(
  t: ExecutionContext,
  times: Readonly<Record<string, number>>,
  ...changes: readonly string[]
): Forecast | undefined {
  const suppositions = changes.flatMap((text) => {
    const read = parseSupposition(text);
    return "fault" in read ? [] : [read];
  });
  t.is(suppositions.length, changes.length);
  const durations = new Map(Object.entries(times).map(([key, seconds]) => [key, seconds * 1000]));
  const found = forecast(plan, durations, suppositions);
  if (found !== undefined && "faults" in found) {
    return t.fail(found.faults.join("\n"));
  }
  return found;
}

test("without a history of its objects, a plan has no forecast", (t) => {
  t.is(forecastBy(t, {}), undefined);
  t.is(forecastBy(t, { "apps/namespaces/elsewhere/Deployment/db": 5 }), undefined);
});

test("a forecast adds up the times of earlier runs", (t) => {
  const found = forecastBy(t, { [db]: 50, [web]: 30 });
  t.like(found, { schedule: { total: 80_000, unknown: 1 }, unsupposed: 80_000 });
  t.deepEqual(found?.schedule.path, [
    { key: db, took: 50_000 },
    { key: web, took: 30_000 },
  ]);
});

test("a supposed time replaces the recorded one, and the last of several is used", (t) => {
  const found = forecastBy(t, { [db]: 50, [web]: 30 }, "slow=deploy/db:1m", "slow=Deployment/db:5m");
  t.like(found, { schedule: { total: 330_000, unknown: 1 }, unsupposed: 80_000 });
  t.deepEqual([...(found?.supposed ?? [])], [[db, 300_000]]);
});

test("a time can be supposed for an object without any history", (t) => {
  const found = forecastBy(t, {}, "slow=Deployment/default/other:1m30s");
  t.like(found, { schedule: { total: 90_000, unknown: 2 }, unsupposed: undefined });
});

test("all supposed objects that the plan does not contain are reported, with similar ones", (t) => {
  const changes = [
    { object: "Deployment/bd", took: 1 },
    { object: "Deployment/web", took: 1 },
    { object: "Job/nothing-like-it", took: 1 },
  ];
  const found = forecast(plan, new Map(), changes);
  const faults = found !== undefined && "faults" in found ? found.faults : [];
  t.is(faults.length, 2);
  t.regex(faults[0] ?? "", /^the plan has no object "Deployment\/bd"; did you mean .*Deployment\/db/);
  t.regex(faults[1] ?? "", /^the plan has no object "Job\/nothing-like-it"/);
});

const read = test.macro({
  title: (_, text: string) => `--what-if "${text}"`,
  exec(t, text: string, expected: ReturnType<typeof parseSupposition>) {
    t.deepEqual(parseSupposition(text), expected);
  },
});
const form = "write slow=KIND/NAME:DURATION, such as slow=Deployment/db:5m";
test(read, "slow=Deployment/db:5m", { object: "Deployment/db", took: 300_000 });
test(read, "slow=Role/system:node:1.5s", { object: "Role/system:node", took: 1500 });
test(read, "slow=Deployment/db", { fault: form });
test(read, "fast=Deployment/db:5m", { fault: form });
test(read, "slow=:5m", { fault: form });
test(read, "slow=Deployment/db:5", {
  fault: '"5" is not a duration: write one such as 90s, 5m or 1h30m',
});
test(read, "slow=Deployment/db:-5m", {
  fault: '"-5m" is not a duration: write one such as 90s, 5m or 1h30m',
});

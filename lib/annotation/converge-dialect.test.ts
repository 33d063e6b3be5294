import test from "ava";

import { annotated } from "../../fixtures/ordered-set.ts";

const timeout = test.macro({
  exec(t, value: string, milliseconds: number) {
    const { directives, found } = annotated({ "converge.dev/reconcile-timeout": value });
    t.deepEqual(found, []);
    t.is(directives.timeout, milliseconds);
  },
  title: (_, value: string) => `reconcile-timeout "${value}" is valid`,
});
test(timeout, "90s", 90_000);
test(timeout, "1h30m", 5_400_000);
test(timeout, "1.5s", 1500);
test(timeout, "250ms", 250);

const noTimeout = test.macro({
  exec(t, value: string) {
    const { directives, found } = annotated({ "converge.dev/reconcile-timeout": value });
    t.is(directives.timeout, null);
    t.deepEqual(found, [
      `error TimeoutInvalid: apps/namespaces/default/Deployment/web: converge.dev/reconcile-timeout takes a duration such as "90s" or "10m", found "${value}"`,
    ]);
  },
  title: (_, value: string) => `reconcile-timeout "${value}" is an error`,
});
test(noTimeout, "");
test(noTimeout, "5");
test(noTimeout, "0");
test(noTimeout, "0s");
test(noTimeout, "-1m");
test(noTimeout, "5 minutes");
test(noTimeout, "1d");

const readyWhen = test.macro({
  exec(t, value: string, fault: RegExp | undefined) {
    const { found } = annotated({ "converge.dev/ready-when": value });
    t.is(found.length, fault === undefined ? 0 : 1);
    t.regex(found[0] ?? "", fault ?? /^$/);
  },
  title: (_, value: string, fault: RegExp | undefined) =>
    `ready-when ${value} is ${fault === undefined ? "valid" : "an error"}`,
});
test(readyWhen, "condition=Ready", undefined);
test(readyWhen, "condition=Ready=False,jsonpath={.status.phase}=Running", undefined);
test(
  readyWhen,
  "ready",
  /^error ReadyWhenInvalid: .*converge.dev\/ready-when: unknown "ready"; write condition=Ready/,
);
test(readyWhen, "", /nothing to wait for/);
test(readyWhen, "condition=", /no condition in "condition="/);
test(readyWhen, "jsonpath={.status", /ReadyWhenInvalid/);

test("converge.dev/recreate and converge.dev/prune are known and do not affect the order", (t) => {
  const { directives, found } = annotated({ "converge.dev/recreate": "true", "converge.dev/prune": "false" });
  t.deepEqual(found, []);
  t.is(directives.timeout, null);
});

test("converge.dev/controller excludes an object from the controller rule only with the value none", (t) => {
  const none = annotated({ "converge.dev/controller": "none" });
  t.deepEqual([none.directives.isUncontrolled, none.found], [true, []]);
  const other = annotated({ "converge.dev/controller": "apps/Deployment/operator" });
  t.is(other.directives.isUncontrolled, false);
  t.deepEqual(other.found, [
    'error ControllerInvalid: apps/namespaces/default/Deployment/web: converge.dev/controller takes only "none", found "apps/Deployment/operator"',
  ]);
});

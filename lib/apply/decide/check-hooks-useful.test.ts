import test from "ava";

import { hook, object, planned } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import type { PlannedObject } from "../../plan/plan.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { Decision } from "./decide-object.ts";
import { refuseFutileHooks } from "./check-hooks-useful.ts";

const left: Decision = { type: "left", reason: "skip-update", live: undefined };

/** Decides that objects of these names belong to others, and that all else is left as it is. */
function checked(objects: readonly JsonObject[], foreign: readonly string[]): () => void {
  const { plan } = planned(objects);
  const all = plan.groups.flatMap((group) => group.objects);
  const decisions = new Map(
    all.map((one): readonly [PlannedObject, Decision] => [
      one,
      foreign.includes(one.manifest.name)
        ? { type: "foreign", reason: `${one.manifest.name} is Helm's` }
        : left,
    ]),
  );
  return () => refuseFutileHooks(plan, { decisions });
}

const env = object("ConfigMap/env");
const first = object("Job/first", { annotations: hook("pre-install") });
const last = object("Job/last", { annotations: hook("post-install") });
const ofRelease = object("Job/first", {
  annotations: { ...hook("pre-install"), "werf.io/ownership": "release" },
});
const definition = object("CustomResourceDefinition/crontabs.example.com");

/** Whether a run whose objects of these names belong to others is refused before anything is sent. */
const refuses = test.macro({
  title: (_, fact: string) => fact,
  exec(
    t,
    _fact: string,
    objects: readonly JsonObject[],
    foreign: readonly string[],
    message: string | undefined,
  ) {
    const check = checked(objects, foreign);
    if (message === undefined) {
      t.notThrows(check);
    } else {
      t.throws(check, { instanceOf: RefusedError, message });
    }
  },
});

const envRefused = "/namespaces/default/ConfigMap/env: env is Helm's";

test(refuses, "a run may go on if all objects can be written", [env, first], [], undefined);
test(
  refuses,
  "hooks that run first would run in vain for an object of others",
  [env, first],
  ["env"],
  envRefused,
);
test(
  refuses,
  "without hooks the other objects are applied regardless",
  [env, definition],
  ["env"],
  undefined,
);
test(refuses, "hooks that run afterwards do not matter to others' objects", [env, last], ["env"], undefined);
test(
  refuses,
  "a hook that belongs to others is refused, even if it runs afterwards",
  [env, last],
  ["last"],
  "batch/namespaces/default/Job/last: last is Helm's",
);
test(
  refuses,
  "a hook that belongs to the release is no reason to refuse",
  [env, ofRelease],
  ["env"],
  undefined,
);

test("all refusals are reported together, in the order of the plan", (t) => {
  const names = ["a", "b", "c", "d", "e"];
  const check = checked([first, ...names.map((name) => object(`ConfigMap/${name}`))], names);
  const error = t.throws(check, { instanceOf: RefusedError });
  t.deepEqual(
    error.message.split("\n"),
    names.map((name) => `/namespaces/default/ConfigMap/${name}: ${name} is Helm's`),
  );
});

test("of many refusals five are reported, and how many more there are", (t) => {
  const names = Array.from({ length: 12 }, (_, index) => `env-${10 + index}`);
  const check = checked([first, ...names.map((name) => object(`ConfigMap/${name}`))], names);
  const lines = t.throws(check, { instanceOf: RefusedError }).message.split("\n");
  t.is(lines.length, 6);
  t.is(lines.at(-1), "and 7 more");
});

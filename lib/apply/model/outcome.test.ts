import test from "ava";

import { outcomeOf } from "../../../fixtures/recorded-run.ts";
import { tasks } from "../../../fixtures/task.ts";
import { AccessError, ApiError, UnreachableError } from "../../client/model/api-error.ts";
import { BugError } from "../../object/bug-error.ts";
import { type Actuation, actuations, type Reconcile, reconciles } from "./event.ts";
import { isGood, isRefusal, pick, taskFields, writtenFacts, classifyChange } from "./outcome.ts";
import { RefusedError } from "./refused-error.ts";
import type { JsonObject } from "../../object/json.ts";

const key = "/namespaces/shop/ConfigMap/env";

/** The combinations of both axes, as `actuation reconcile`, with which dependents may continue. */
function goodPairs(tolerated?: true): readonly string[] {
  const pairs = actuations.flatMap((actuation: Actuation) =>
    reconciles.map((reconcile: Reconcile) => ({ actuation, reconcile })),
  );
  return pairs
    .filter((pair) => isGood(outcomeOf(key, { ...pair, ...(tolerated && { tolerated }) })))
    .map(({ actuation, reconcile }) => `${actuation} ${reconcile}`);
}

test("dependents continue if the write has succeeded and the object is ready, suspended, or not waited for", (t) => {
  t.deepEqual(goodPairs(), ["Succeeded Succeeded", "Succeeded Suspended", "Succeeded Skipped"]);
});

test("a tolerated failure does not block dependents, but a failed write does", (t) => {
  t.deepEqual(
    goodPairs(true),
    reconciles.map((reconcile) => `Succeeded ${reconcile}`),
  );
});

const written = { change: undefined, message: undefined, isTolerated: false } as const;

test("the outcome of a written object contains its change and message, if any", (t) => {
  t.deepEqual(writtenFacts({ ...written, reconcile: "Succeeded" }), {
    actuation: "Succeeded",
    reconcile: "Succeeded",
  });
  t.deepEqual(writtenFacts({ ...written, reconcile: "Failed", change: "created", message: "it crashes" }), {
    actuation: "Succeeded",
    reconcile: "Failed",
    change: "created",
    message: "it crashes",
  });
  t.false("message" in writtenFacts({ ...written, reconcile: "Failed", message: "" }));
});

test("only a failure or a timeout is tolerated", (t) => {
  const ends = ["Succeeded", "Skipped", "Failed", "Timeout", "Interrupted"] as const;
  const tolerated = ends.filter(
    (reconcile) => writtenFacts({ ...written, reconcile, isTolerated: true }).tolerated === true,
  );
  t.deepEqual(tolerated, ["Failed", "Timeout"]);
  t.false(ends.some((reconcile) => "tolerated" in writtenFacts({ ...written, reconcile })));
});

/** Whether an error comes from the cluster or environment. */
const refuses = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, error: unknown, expected: boolean) {
    t.is(isRefusal(error), expected);
  },
});

test(refuses, "an answer of the server is a refusal", new ApiError("no", { status: 403 }), true);
test(refuses, "an unreachable server is a refusal", new UnreachableError("no route"), true);
test(refuses, "unusable credentials are a refusal", new AccessError("no token"), true);
test(refuses, "a run that needs a decision of the user is a refusal", new RefusedError("too many"), true);
test(refuses, "an aborted signal is a refusal", new DOMException("aborted", "AbortError"), true);
test(refuses, "an internal error is not a refusal", new BugError("impossible"), false);
test(refuses, "a TypeError is not a refusal", new TypeError("undefined is not a function"), false);
test(refuses, "a RangeError is not a refusal", new RangeError("Maximum call stack size exceeded"), false);
test(refuses, "a thrown string is not a refusal", "no", false);

test("an outcome contains the object and the operation of its task", (t) => {
  const [task] = tasks([{ operation: "prune" }]);
  t.deepEqual(task && taskFields(task), {
    target: {
      key: "/namespaces/test/ConfigMap/0",
      group: "",
      kind: "ConfigMap",
      namespace: "test",
      name: "0",
    },
    operation: "prune",
  });
});

test("picking fields takes the defined ones, including null", (t) => {
  const value: { readonly a?: number; readonly b?: string | null; readonly c: number } = { b: null, c: 0 };
  t.deepEqual(pick(value, ["a", "b"]), { b: null });
  t.deepEqual(pick(value, ["c"]), { c: 0 });
  t.deepEqual(pick({ a: undefined, c: 1 }, ["a"]), {});
});

function env(version: string, step: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "env", resourceVersion: version, managedFields: [{ time: version }] },
    data: { step },
  };
}

test("an object that did not exist is classified as created", (t) => {
  t.is(classifyChange(undefined, { object: env("1", "a"), created: true }, false), "created");
});

test("a write without a new resourceVersion is classified as unchanged", (t) => {
  t.is(classifyChange(env("1", "a"), { object: env("1", "a"), created: false }, false), "unchanged");
  t.is(classifyChange(env("1", "a"), { object: env("2", "a"), created: false }, false), "configured");
});

test("a dry run is classified by the content instead of the resourceVersion", (t) => {
  t.is(classifyChange(env("1", "a"), { object: env("1", "b"), created: false }, true), "configured");
  t.is(classifyChange(env("1", "a"), { object: env("2", "a"), created: false }, true), "unchanged");
});

test("a write that creates an object is classified as created, even if one with its name was observed before", (t) => {
  t.is(classifyChange(env("1", "a"), { object: env("2", "b"), created: true }, false), "created");
  t.is(classifyChange(undefined, { object: env("1", "a"), created: true }, true), "created");
});

test("an object that was neither observed nor created is classified as configured", (t) => {
  t.is(classifyChange(undefined, { object: env("1", "a"), created: false }, false), "configured");
  t.is(classifyChange(undefined, { object: env("1", "a"), created: false }, true), "configured");
});

function counted(generation: number, data: JsonObject): JsonObject {
  const metadata = { name: "env", generation, resourceVersion: String(generation) };
  return { ...env("", ""), metadata, data };
}

test("in a dry run the order of fields and the generation are not a change", (t) => {
  const before = counted(1, { a: "1", b: "2" });
  t.is(classifyChange(before, { object: counted(2, { b: "2", a: "1" }), created: false }, true), "unchanged");
  const labelled = { ...before, metadata: { name: "env", labels: { app: "web" } } };
  t.is(classifyChange(before, { object: labelled, created: false }, true), "configured");
});

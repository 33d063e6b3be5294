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

/** The combinations of both axes, as `actuation reconcile`, under which dependents may go on. */
function goodPairs(tolerated?: true): readonly string[] {
  const pairs = actuations.flatMap((actuation: Actuation) =>
    reconciles.map((reconcile: Reconcile) => ({ actuation, reconcile })),
  );
  return pairs
    .filter((pair) => isGood(outcomeOf(key, { ...pair, ...(tolerated && { tolerated }) })))
    .map(({ actuation, reconcile }) => `${actuation} ${reconcile}`);
}

test("dependents go on if the write has succeeded and the object is ready, suspended, or not waited for", (t) => {
  t.deepEqual(goodPairs(), ["Succeeded Succeeded", "Succeeded Suspended", "Succeeded Skipped"]);
});

test("a tolerated failure holds up nothing, but a write that failed does", (t) => {
  t.deepEqual(
    goodPairs(true),
    reconciles.map((reconcile) => `Succeeded ${reconcile}`),
  );
});

const written = { change: undefined, message: undefined, isTolerated: false } as const;

test("the outcome of a written object holds its change and its message, if there are any", (t) => {
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
test(refuses, "a server that does not answer is one", new UnreachableError("no route"), true);
test(refuses, "unusable credentials are one", new AccessError("no token"), true);
test(refuses, "a decision that a person has to make is one", new RefusedError("too many"), true);
test(refuses, "an aborted signal is one", new DOMException("aborted", "AbortError"), true);
test(refuses, "a bug of ours is none", new BugError("impossible"), false);
test(refuses, "a mistake in our code is none", new TypeError("undefined is not a function"), false);
test(refuses, "an overflow is none", new RangeError("Maximum call stack size exceeded"), false);
test(refuses, "a thrown value that is no error is none", "no", false);

test("an outcome is about the object and the operation of its task", (t) => {
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

test("of the named fields those are taken that are defined, null among them", (t) => {
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

test("what was not there is created", (t) => {
  t.is(classifyChange(undefined, { object: env("1", "a"), created: true }, false), "created");
});

test("a write that gives no new version has changed nothing", (t) => {
  t.is(classifyChange(env("1", "a"), { object: env("1", "a"), created: false }, false), "unchanged");
  t.is(classifyChange(env("1", "a"), { object: env("2", "a"), created: false }, false), "configured");
});

test("a dry run gives no new version: what it changes shows in the content", (t) => {
  t.is(classifyChange(env("1", "a"), { object: env("1", "b"), created: false }, true), "configured");
  t.is(classifyChange(env("1", "a"), { object: env("2", "a"), created: false }, true), "unchanged");
});

test("a write whose object was created is a creation, even if one of that name was observed before", (t) => {
  t.is(classifyChange(env("1", "a"), { object: env("2", "b"), created: true }, false), "created");
  t.is(classifyChange(undefined, { object: env("1", "a"), created: true }, true), "created");
});

test("an object that was not observed and was not created counts as configured", (t) => {
  t.is(classifyChange(undefined, { object: env("1", "a"), created: false }, false), "configured");
  t.is(classifyChange(undefined, { object: env("1", "a"), created: false }, true), "configured");
});

function counted(generation: number, data: JsonObject): JsonObject {
  const metadata = { name: "env", generation, resourceVersion: String(generation) };
  return { ...env("", ""), metadata, data };
}

test("in a dry run neither the order of fields nor the counters of the server are a change", (t) => {
  const before = counted(1, { a: "1", b: "2" });
  t.is(classifyChange(before, { object: counted(2, { b: "2", a: "1" }), created: false }, true), "unchanged");
  const labelled = { ...before, metadata: { name: "env", labels: { app: "web" } } };
  t.is(classifyChange(before, { object: labelled, created: false }, true), "configured");
});

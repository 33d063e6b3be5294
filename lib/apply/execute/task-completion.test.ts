import test from "ava";

import { readiness } from "../../../fixtures/played-run.ts";
import { tasks } from "../../../fixtures/task.ts";
import { readinessStates, type ReadinessState } from "../../readiness/readiness.ts";
import { operations, type Operation } from "../model/event.ts";
import type { Observation } from "../model/task.ts";
import { completionOf, isRemoval } from "./task-completion.ts";

function completed(operation: Operation, observation: Observation): string {
  const [task] = tasks([{ operation }]);
  const completion = task && completionOf(task, observation);
  if (completion === undefined) {
    return "goes on";
  }
  const { reconcile, message } = completion;
  return message === undefined ? reconcile : `${reconcile}: ${message}`;
}

test("pruning and deleting remove an object, applying and waiting do not", (t) => {
  t.deepEqual(
    operations.filter((operation) => isRemoval({ operation })),
    ["prune", "delete"],
  );
});

/** How a task ends when its object has that readiness. */
const ends = test.macro({
  title: (_, operation: Operation, state: ReadinessState, expected: string) =>
    `${operation} of an object that is ${state}: ${expected}`,
  exec(t, operation: Operation, state: ReadinessState, expected: string) {
    t.is(
      completed(operation, { type: "readiness", readiness: readiness(state, "1 of 2 replicas") }),
      expected,
    );
  },
});

test(ends, "apply", "Current", "Succeeded: 1 of 2 replicas");
test(ends, "apply", "Failed", "Failed: Reason: 1 of 2 replicas");
test(ends, "apply", "InProgress", "goes on");
test(ends, "apply", "Terminating", "goes on");
test(ends, "apply", "NotFound", "goes on");
test(ends, "apply", "Unknown", "goes on");
test(ends, "wait", "Current", "Succeeded: 1 of 2 replicas");
test(ends, "wait", "Failed", "Failed: Reason: 1 of 2 replicas");
test(ends, "wait", "NotFound", "goes on");

test("a removal goes on whatever the readiness of the object that is removed", (t) => {
  const ended = readinessStates.flatMap((state) =>
    (["prune", "delete"] as const).map((operation) =>
      completed(operation, { type: "readiness", readiness: readiness(state) }),
    ),
  );
  t.deepEqual(new Set(ended), new Set(["goes on"]));
});

test("a removal ends when the object is gone, or cannot be removed", (t) => {
  t.is(completed("delete", { type: "done" }), "Succeeded");
  t.is(completed("prune", { type: "done", message: "gone" }), "Succeeded: gone");
  t.is(
    completed("delete", { type: "failed", message: "a finalizer remains" }),
    "Failed: a finalizer remains",
  );
});

test("an observation that ends the task itself counts for every operation", (t) => {
  const done = operations.map((operation) => completed(operation, { type: "done", message: "complete" }));
  t.deepEqual(new Set(done), new Set(["Succeeded: complete"]));
  const failed = operations.map((operation) => completed(operation, { type: "failed", message: "evicted" }));
  t.deepEqual(new Set(failed), new Set(["Failed: evicted"]));
});

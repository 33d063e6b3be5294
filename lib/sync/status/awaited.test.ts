import test from "ava";

import type { ApplyEvent, Reconcile, Target } from "../../apply/model/event.ts";
import { Awaited } from "./awaited.ts";

function target(kind: string, name: string): Target {
  return { key: `${kind}/${name}`, group: "apps", kind, namespace: "shop", name };
}

function waiting(kind: string, name: string, message: string): ApplyEvent {
  const readiness = { state: "InProgress", reason: "Progressing", message } as const;
  return { at: 0, type: "status", target: target(kind, name), readiness };
}

function ended(kind: string, name: string, state: Reconcile): ApplyEvent {
  return { at: 0, type: "reconcile", target: target(kind, name), operation: "apply", state };
}

test("the objects that a run waits for are listed with their state, at most three of them", (t) => {
  const awaited = new Awaited();
  t.is(awaited.words(), "");
  t.true(awaited.emit(waiting("Deployment", "web", "0 of 3 replicas available")));
  t.true(awaited.emit(waiting("Job", "migrate", "")));
  t.is(awaited.words(), "waits for Deployment web: 0 of 3 replicas available; Job migrate: Progressing");
  awaited.emit(waiting("Deployment", "web", "1 of 3 replicas available"));
  awaited.emit(waiting("Deployment", "a", "starting"));
  awaited.emit(waiting("Deployment", "b", "starting"));
  t.is(
    awaited.words(),
    "waits for Deployment web: 1 of 3 replicas available; Job migrate: Progressing; Deployment a: starting; and 1 more",
  );
  // A change of an object that is not listed is not reported.
  t.false(awaited.emit(waiting("Deployment", "b", "pulling")));
});

test("objects that are done are no longer waited for, and none after the end of a run", (t) => {
  const awaited = new Awaited();
  awaited.emit(waiting("Deployment", "web", "starting"));
  awaited.emit(waiting("Deployment", "api", "starting"));
  t.false(awaited.emit(ended("Deployment", "web", "Pending")));
  t.true(awaited.emit(ended("Deployment", "web", "Timeout")));
  t.is(awaited.words(), "waits for Deployment api: starting");
  const result = { outcomes: [], criticalPath: [], took: 0, verdict: "interrupted" } as const;
  t.true(awaited.emit({ at: 0, type: "finish", result }));
  t.is(awaited.words(), "");
});

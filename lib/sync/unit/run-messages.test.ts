import test from "ava";

import type { Outcome, Result } from "../../apply/model/event.ts";
import { faultWords, nameFault, resultWords, revisionName, shortRevision } from "./run-messages.ts";

const commit = "1a2b3c4d5e6f".padEnd(40, "0");
const revision = { commit, ref: "refs/heads/main", subject: "", author: "", at: 0 };

const named = test.macro({
  title: (_, ref: string) => `a revision of ${ref} is named as in Flux`,
  exec: (t, ref: string, name: string, short: string) => {
    t.is(revisionName({ ref, commit }), name);
    t.is(shortRevision({ ref, commit }), short);
  },
});

test(named, "refs/heads/main", `main@sha1:${commit}`, "main@1a2b3c4d5e6f");
test(named, "refs/heads/feature/x", `feature/x@sha1:${commit}`, "feature/x@1a2b3c4d5e6f");
test(named, "refs/tags/v1.2.0", `v1.2.0@sha1:${commit}`, "v1.2.0@1a2b3c4d5e6f");
test(named, commit, `sha1:${commit}`, "1a2b3c4d5e6f");

test("a SHA-256 commit is named as such", (t) => {
  const long = "f".repeat(64);
  t.is(revisionName({ ref: "refs/heads/main", commit: long }), `main@sha256:${long}`);
});

function outcome(name: string, facts: Partial<Outcome>): Outcome {
  return {
    target: {
      key: `/namespaces/shop/ConfigMap/${name}`,
      group: "",
      kind: "ConfigMap",
      namespace: "shop",
      name,
    },
    operation: "apply",
    group: 1,
    actuation: "Succeeded",
    reconcile: "Succeeded",
    ...facts,
  };
}

function ended(verdict: Result["verdict"], outcomes: readonly Outcome[], message?: string): Result {
  return { verdict, outcomes, took: 0, criticalPath: [], ...(message === undefined ? {} : { message }) };
}

const words = test.macro({
  title: (title) => title ?? "",
  exec: (t, result: Result, expected: string) => {
    t.is(resultWords(result, revision), expected);
  },
});

test(
  "a successful run counts its objects and changes",
  words,
  ended("converged", [outcome("a", { change: "created" }), outcome("b", { change: "unchanged" })]),
  "main@1a2b3c4d5e6f: 2 objects, 1 changed",
);
test(
  "a successful run without changes counts only its objects",
  words,
  ended("converged", [outcome("a", { change: "unchanged" })]),
  "main@1a2b3c4d5e6f: 1 object",
);
test(
  "the cause of a failed run is reported before objects that were skipped for it",
  words,
  ended("failed", [
    outcome("a", {
      actuation: "Skipped",
      reconcile: "Skipped",
      because: { on: "b", rule: "depends-on", until: "ready" },
    }),
    outcome("b", { reconcile: "Failed", message: "denied by a webhook\nand more" }),
  ]),
  "/namespaces/shop/ConfigMap/b: denied by a webhook",
);
test(
  "a tolerated failure is not reported as the cause",
  words,
  ended("failed", [
    outcome("a", { reconcile: "Failed", tolerated: true }),
    outcome("b", { reconcile: "Timeout", message: "late" }),
  ]),
  "/namespaces/shop/ConfigMap/b: late",
);
test(
  "a run that ends before any object reports why",
  words,
  ended("unreachable", [], "no route\nat all"),
  "no route",
);

test("the first fault of a set is reported with its place", (t) => {
  const fault = { code: "YamlSyntax", severity: "error", message: "a colon is missing" } as const;
  const origin = { file: "deploy/web.yaml", line: 3, column: 5 };
  t.is(faultWords([{ ...fault, origin }, fault]), "deploy/web.yaml:3:5: a colon is missing (and 1 more)");
  t.is(faultWords([{ ...fault, severity: "warning" }]), undefined);
});

test("a refused set is reported by its first error, and other results as they are", (t) => {
  const error = { code: "KindMissing", severity: "error", message: "the kind is missing" } as const;
  const refused = ended("refused", [], "correct the errors");
  t.is(nameFault(refused, [error, error]).message, "the kind is missing (and 1 more)");
  t.is(nameFault(refused, []).message, "correct the errors");
  t.is(nameFault(ended("failed", [], "it failed"), [error]).message, "it failed");
});

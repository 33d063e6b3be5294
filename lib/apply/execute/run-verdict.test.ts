import test from "ava";
import * as fc from "fast-check";

import { outcomeOf } from "../../../fixtures/recorded-run.ts";
import { AccessError, ApiError, UnreachableError } from "../../client/model/api-error.ts";
import { BugError } from "../../object/bug-error.ts";
import { NamespaceGoingError } from "../decide/release-namespace.ts";
import { actuations, type Outcome, reconciles, type Result } from "../model/event.ts";
import { isGood } from "../model/outcome.ts";
import { ApprovalMissingError, RefusedError } from "../model/refused-error.ts";
import { KindMissingError } from "../model/rest-mapper.ts";
import { LockHeldError, LockLostError } from "../store/lock.ts";
import { verdictForError, verdictOf } from "./run-verdict.ts";

/** An outcome, written `Succeeded/Timeout`; with `tolerated` after it if its failure does not count. */
function outcome(written: string): Outcome {
  const [axes = "", word] = written.split(" ");
  const [actuation, reconcile] = axes.split("/");
  return outcomeOf("/namespaces/shop/ConfigMap/env", {
    actuation: actuations.find((one) => one === actuation) ?? "Pending",
    reconcile: reconciles.find((one) => one === reconcile) ?? "Pending",
    ...(word === "tolerated" ? { tolerated: true } : {}),
  });
}

/** The verdict on a run with these outcomes. */
const judged = test.macro({
  title: (_, fact: string) => fact,
  exec(
    t,
    _fact: string,
    written: readonly string[],
    expected: Result["verdict"],
    isInterrupted: boolean = false,
  ) {
    t.is(verdictOf(written.map(outcome), isInterrupted), expected);
  },
});

test(judged, "a run without tasks has converged", [], "converged");
test(judged, "a run has converged if all objects are ready", ["Succeeded/Succeeded"], "converged");
test(judged, "an object that is not waited for has converged", ["Succeeded/Skipped"], "converged");
test(
  judged,
  "a failure that does not count leaves a run converged",
  ["Succeeded/Failed tolerated"],
  "converged",
);
test(
  judged,
  "a timeout that does not count leaves a run converged",
  ["Succeeded/Timeout tolerated"],
  "converged",
);
test(judged, "an object that fails after its write fails the run", ["Succeeded/Failed"], "failed");
test(judged, "a refused write fails the run", ["Failed/Skipped"], "failed");
test(judged, "a refused write is no failure that could not count", ["Failed/Skipped tolerated"], "failed");
test(judged, "a skipped object alone fails the run", ["Skipped/Skipped"], "failed");
test(judged, "an object that is not ready in time", ["Succeeded/Timeout"], "timedOut");
test(judged, "a write that does not end in time", ["Failed/Timeout"], "timedOut");
test(
  judged,
  "what is skipped because of a timeout does not make it a failure",
  ["Succeeded/Timeout", "Skipped/Skipped"],
  "timedOut",
);
test(judged, "a failure outweighs a timeout", ["Succeeded/Timeout", "Succeeded/Failed"], "failed");
test(judged, "a refused write outweighs a timeout", ["Succeeded/Timeout", "Failed/Skipped"], "failed");
test(judged, "an interrupted run", ["Succeeded/Interrupted"], "interrupted", true);
test(judged, "an interruption outweighs a failure", ["Succeeded/Failed"], "interrupted", true);
test(
  judged,
  "a signal that comes after the last object is ready changes nothing",
  ["Succeeded/Succeeded", "Succeeded/Skipped"],
  "converged",
  true,
);

const anyOutcome = fc.constantFrom(
  "Succeeded/Succeeded",
  "Succeeded/Skipped",
  "Succeeded/Failed",
  "Succeeded/Timeout",
  "Succeeded/Failed tolerated",
  "Failed/Skipped",
  "Failed/Timeout",
  "Skipped/Skipped",
);

test("the verdict depends neither on the order of objects nor on those that went well", (t) => {
  const sets = fc
    .array(anyOutcome, { maxLength: 8 })
    .chain((written) =>
      fc.tuple(fc.constant(written), fc.shuffledSubarray(written, { minLength: written.length })),
    );
  const law = fc.property(sets, fc.boolean(), ([written, shuffled], isInterrupted) => {
    const verdict = verdictOf(written.map(outcome), isInterrupted);
    const bad = written.map(outcome).filter((one) => !isGood(one));
    return (
      verdict === verdictOf(shuffled.map(outcome), isInterrupted) &&
      verdict === verdictOf(bad, isInterrupted) &&
      (verdict === "converged") === (bad.length === 0)
    );
  });
  t.notThrows(() => fc.assert(law));
});

/** The verdict on a run that an error has ended before its tasks. */
const ended = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, error: Error, verdict: Result["verdict"], access?: Result["access"]) {
    const expected = access === undefined ? {} : { access };
    t.deepEqual(verdictForError(error, false), { verdict, message: error.message, ...expected });
  },
});

test(
  ended,
  "a run that a person has to decide on first is refused",
  new RefusedError("no consent"),
  "refused",
);
test(
  ended,
  "a run whose plan waits for approval has not failed",
  new ApprovalMissingError("plan d is not approved"),
  "interrupted",
);
test(
  ended,
  "a run that another run locks out has failed",
  new LockHeldError("ci-7 holds the lock"),
  "failed",
);
test(ended, "a run that has lost its lock has failed", new LockLostError("shop", undefined), "failed");
test(ended, "a kind that is not served fails the run", new KindMissingError("no CronTab", false), "failed");
test(ended, "a namespace that does not go away in time", new NamespaceGoingError("shop"), "timedOut");
test(
  ended,
  "a server that does not answer is unreachable",
  new UnreachableError("ECONNREFUSED"),
  "unreachable",
);
test(
  ended,
  "access that is unusable leaves the server unreachable",
  new AccessError("no token"),
  "unreachable",
  "unusable",
);
test(
  ended,
  "a request without credentials",
  new ApiError("who are you", { status: 401 }),
  "unreachable",
  "denied",
);
test(
  ended,
  "a request that is forbidden",
  new ApiError("forbidden", { status: 403 }),
  "unreachable",
  "denied",
);
test(
  ended,
  "a request that the server refuses for itself",
  new ApiError("invalid", { status: 422 }),
  "failed",
);
test(ended, "a server that fails", new ApiError("etcd is gone", { status: 500 }), "failed");

test("whatever ends an interrupted run, it was interrupted, and no message is needed", (t) => {
  for (const error of [
    new RefusedError("no"),
    new ApiError("no", { status: 403 }),
    new BugError("ours"),
    "x",
  ]) {
    t.deepEqual(verdictForError(error, true), { verdict: "interrupted" });
  }
});

test("a bug of ours is no verdict on the run", (t) => {
  for (const error of [
    new BugError("ours"),
    new TypeError("x is not a function"),
    new Error("?"),
    "x",
    null,
  ]) {
    t.is(verdictForError(error, false), undefined);
  }
});

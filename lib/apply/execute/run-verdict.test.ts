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

/** An outcome, written `Succeeded/Timeout`; with `tolerated` after it if its failure is ignored. */
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
test(judged, "a run with an object that is not waited for has converged", ["Succeeded/Skipped"], "converged");
test(judged, "a run with an ignored failure has converged", ["Succeeded/Failed tolerated"], "converged");
test(judged, "a run with an ignored timeout has converged", ["Succeeded/Timeout tolerated"], "converged");
test(judged, "an object that fails after its write fails the run", ["Succeeded/Failed"], "failed");
test(judged, "a refused write fails the run", ["Failed/Skipped"], "failed");
test(
  judged,
  "a refused write fails the run even if failures of the object are ignored",
  ["Failed/Skipped tolerated"],
  "failed",
);
test(judged, "a run with only a skipped object has failed", ["Skipped/Skipped"], "failed");
test(
  judged,
  "a run with an object that is not ready before its timeout has timed out",
  ["Succeeded/Timeout"],
  "timedOut",
);
test(
  judged,
  "a run with a write that does not end before its timeout has timed out",
  ["Failed/Timeout"],
  "timedOut",
);
test(
  judged,
  "a run with objects that are skipped because of a timeout has timed out",
  ["Succeeded/Timeout", "Skipped/Skipped"],
  "timedOut",
);
test(judged, "a failure outweighs a timeout", ["Succeeded/Timeout", "Succeeded/Failed"], "failed");
test(judged, "a refused write outweighs a timeout", ["Succeeded/Timeout", "Failed/Skipped"], "failed");
test(
  judged,
  "a run with an interrupted object was interrupted",
  ["Succeeded/Interrupted"],
  "interrupted",
  true,
);
test(judged, "an interruption outweighs a failure", ["Succeeded/Failed"], "interrupted", true);
test(
  judged,
  "a run that is interrupted after the last object is ready has converged",
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

test("the verdict does not depend on the order of objects or on those that succeeded", (t) => {
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

/** The verdict on a run that ends with an error before its tasks. */
const ended = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, error: Error, verdict: Result["verdict"], access?: Result["access"]) {
    const expected = access === undefined ? {} : { access };
    t.deepEqual(verdictForError(error, false), { verdict, message: error.message, ...expected });
  },
});

test(ended, "a run that needs a decision of the user is refused", new RefusedError("no consent"), "refused");
test(
  ended,
  "a run whose plan is not approved is interrupted",
  new ApprovalMissingError("plan d is not approved"),
  "interrupted",
);
test(
  ended,
  "a run whose lock is held by another run has failed",
  new LockHeldError("ci-7 holds the lock"),
  "failed",
);
test(ended, "a run that has lost its lock has failed", new LockLostError("shop", undefined), "failed");
test(ended, "a kind that is not served fails the run", new KindMissingError("no CronTab", false), "failed");
test(
  ended,
  "a run whose namespace does not terminate in time has timed out",
  new NamespaceGoingError("shop"),
  "timedOut",
);
test(
  ended,
  "a run whose server does not answer ends as unreachable",
  new UnreachableError("ECONNREFUSED"),
  "unreachable",
);
test(
  ended,
  "unusable credentials end a run as unreachable",
  new AccessError("no token"),
  "unreachable",
  "unusable",
);
test(
  ended,
  "a request with status 401 ends a run as unreachable with access denied",
  new ApiError("who are you", { status: 401 }),
  "unreachable",
  "denied",
);
test(
  ended,
  "a request with status 403 ends a run as unreachable with access denied",
  new ApiError("forbidden", { status: 403 }),
  "unreachable",
  "denied",
);
test(ended, "a request with status 422 fails the run", new ApiError("invalid", { status: 422 }), "failed");
test(
  ended,
  "a request with status 500 fails the run",
  new ApiError("etcd is gone", { status: 500 }),
  "failed",
);

test("an interrupted run is reported as interrupted without a message, independent of the error", (t) => {
  for (const error of [
    new RefusedError("no"),
    new ApiError("no", { status: 403 }),
    new BugError("ours"),
    "x",
  ]) {
    t.deepEqual(verdictForError(error, true), { verdict: "interrupted" });
  }
});

test("an internal error is not a verdict on the run", (t) => {
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

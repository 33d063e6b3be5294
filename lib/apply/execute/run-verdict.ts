import { AccessError, ApiError, UnreachableError } from "../../client/model/api-error.ts";
import type { Outcome, Result } from "../model/event.ts";
import { isGood } from "../model/outcome.ts";
import { KindMissingError } from "../model/rest-mapper.ts";
import { LockHeldError, LockLostError } from "../store/lock.ts";
import { NamespaceGoingError } from "../decide/release-namespace.ts";
import { ApprovalMissingError, RefusedError } from "../model/refused-error.ts";

/** The overall verdict: failures outweigh timeouts. */
export function verdictOf(outcomes: readonly Outcome[], isInterrupted: boolean): Result["verdict"] {
  if (isInterrupted && !outcomes.every(isGood)) {
    return "interrupted";
  }
  if (outcomes.every(isGood)) {
    return "converged";
  }
  const bad = outcomes.filter((outcome) => !isGood(outcome));
  const isTimeout = bad.some((outcome) => outcome.reconcile === "Timeout");
  const hasFailed = bad.some(
    (outcome) =>
      outcome.reconcile === "Failed" || (outcome.actuation === "Failed" && outcome.reconcile !== "Timeout"),
  );
  return isTimeout && !hasFailed ? "timedOut" : "failed";
}

const endings = [
  [RefusedError, "refused"],
  [ApprovalMissingError, "interrupted"],
  [LockHeldError, "failed"],
  [LockLostError, "failed"],
  [KindMissingError, "failed"],
  [NamespaceGoingError, "timedOut"],
  [UnreachableError, "unreachable"],
  [AccessError, "unreachable"],
] as const;

/**
 * The verdict of a run that ended before its tasks; undefined if the error is a bug of ours instead of a
 * refusal.
 */
export function verdictForError(
  error: unknown,
  isInterrupted: boolean,
): Pick<Result, "verdict" | "message" | "access"> | undefined {
  if (isInterrupted) {
    return { verdict: "interrupted" };
  }
  const [, verdict] = endings.find(([kind]) => error instanceof kind) ?? [];
  if (verdict !== undefined && error instanceof Error) {
    const { message } = error;
    return { verdict, message, ...(error instanceof AccessError ? { access: "unusable" } : {}) };
  }
  if (error instanceof ApiError) {
    const { status, message } = error;
    const isDenied = status === 401 || status === 403;
    return isDenied ? { verdict: "unreachable", message, access: "denied" } : { verdict: "failed", message };
  }
  return undefined;
}

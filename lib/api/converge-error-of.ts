import type { Result } from "../apply/model/event.ts";
import { verdictForError } from "../apply/execute/run-verdict.ts";
import { ConvergeError, type ConvergeErrorCode } from "./converge-error.ts";

/** Converts an external error to its public form. Returns a bug of ours as it is. */
export function convergeErrorOf(error: unknown): unknown {
  const ending = verdictForError(error, false);
  if (ending === undefined) {
    return error;
  }
  return new ConvergeError(errorCodeOf(ending), ending.message ?? "the run has failed", { cause: error });
}

/** Returns the code for the end of a run. */
export function errorCodeOf({ verdict, access }: Pick<Result, "verdict" | "access">): ConvergeErrorCode {
  if (verdict !== "unreachable") {
    return "RequestFailed";
  }
  const codes = { denied: "AccessDenied", unusable: "AccessUnusable" } as const;
  return access === undefined ? "Unreachable" : codes[access];
}

import type {
  Actuation,
  BlockedBy,
  Change,
  Diagnosis,
  Operation,
  Reconcile,
  Result,
} from "../apply/model/event.ts";
import type { DiagnosticDocument } from "../report/diagnostics/diagnostic-document.ts";

/** The result of `apply` and of `remove`. */
export interface RunResult {
  /** `timedOut` and `failed`: see the objects. `interrupted`: the signal has aborted. */
  readonly verdict: Exclude<Result["verdict"], "unreachable">;
  /** Whether nothing was sent, because of errors among the diagnostics or a limit that the message names. */
  readonly refused: boolean;
  /** The reason of the verdict if it belongs to no single object. */
  readonly message?: string;
  /** The findings about the manifests, errors first. */
  readonly diagnostics: readonly DiagnosticDocument[];
  readonly objects: readonly ObjectResult[];
  /** The number of the revision that was stored. */
  readonly revision?: number;
  /** The references of the objects that determined the duration. */
  readonly criticalPath: readonly string[];
  readonly durationMs: number;
}

/** The outcome of one object. */
export interface ObjectResult {
  /** The object reference. */
  readonly ref: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly operation: Operation;
  /** Whether it was written or deleted. */
  readonly actuation: Actuation;
  /** Whether it became ready, or was gone, in time. */
  readonly reconcile: Reconcile;
  readonly change?: Change;
  readonly message?: string;
  /** The object that kept it from being sent. */
  readonly because?: BlockedBy;
  /** The reason why it is stuck. */
  readonly trouble?: Diagnosis;
  /** It failed, and that does not count. */
  readonly tolerated?: true;
}

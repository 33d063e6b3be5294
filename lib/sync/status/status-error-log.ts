import { ApiError } from "../../client/model/api-error.ts";
import type { ClusterStatusOptions } from "./status-port.ts";

/**
 * Reports why status cannot be written to the cluster: when that begins, when the reason changes, and when it
 * is over.
 */
export class StatusTrouble {
  readonly #options: ClusterStatusOptions;
  readonly #reported = new Map<string, string>();

  constructor(options: ClusterStatusOptions) {
    this.#options = options;
  }

  /** Reports that a write about a subject (`units`, `unit shop`, `events`) was refused. */
  report(subject: string, error: Error): void {
    const { namespace } = this.#options;
    this.warn(
      subject,
      `writing ${subject} in namespace ${namespace} failed: ${error.message}${remedyFor(error, this.#options)}`,
    );
  }

  /** Emits a warning about a subject, unless it is the same as the last one. */
  warn(subject: string, message: string): void {
    if (this.#reported.get(subject) !== message) {
      this.#reported.set(subject, message);
      this.#notice("warning", message);
    }
  }

  /** Reports that it works again. */
  clear(subject: string): void {
    if (this.#reported.delete(subject)) {
      this.#notice("note", `writing ${subject} works again`);
    }
  }

  #notice(level: "note" | "warning", message: string): void {
    this.#options.emit({ type: "notice", at: this.#options.context.clock.now(), level, message });
  }
}

/** Reports whether the server does not serve the kind at all: the error names no object then. */
export function isKindMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404 && !/ ".+" not found/.test(error.message);
}

function remedyFor(error: Error, { sync }: ClusterStatusOptions): string {
  if (isKindMissing(error)) {
    return "; install the definition: kubectl apply -f deploy/crd/units.yaml";
  }
  return error instanceof ApiError && error.status === 403
    ? `; sidecar ${sync} needs permission to get, list, watch, create, patch and delete units, and to patch units/status (converge.dev), and to create and patch events (events.k8s.io)`
    : "";
}

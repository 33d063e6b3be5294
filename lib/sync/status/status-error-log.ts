import { ApiError } from "../../client/model/api-error.ts";
import type { ClusterStatusFacts } from "./status-port.ts";

/**
 * What keeps the cluster from being told: said when it begins, when the reason changes and when it is over.
 */
export class StatusTrouble {
  readonly #facts: ClusterStatusFacts;
  readonly #reported = new Map<string, string>();

  constructor(facts: ClusterStatusFacts) {
    this.#facts = facts;
  }

  /** Something about a subject (`units`, `unit shop`, `events`) was refused. */
  report(subject: string, error: Error): void {
    const { namespace } = this.#facts;
    this.warn(
      subject,
      `the cluster is not told about ${subject} in namespace ${namespace}: ${error.message}${remedyFor(error, this.#facts)}`,
    );
  }

  /** The same in words. */
  warn(subject: string, message: string): void {
    if (this.#reported.get(subject) !== message) {
      this.#reported.set(subject, message);
      this.#notice("warning", message);
    }
  }

  /** It works again. */
  clear(subject: string): void {
    if (this.#reported.delete(subject)) {
      this.#notice("note", `the cluster is told about ${subject} again`);
    }
  }

  #notice(level: "note" | "warning", message: string): void {
    this.#facts.emit({ type: "notice", at: this.#facts.context.clock.now(), level, message });
  }
}

/** Whether the server does not serve the kind at all: it names no object then. */
export function isKindMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404 && !/ ".+" not found/.test(error.message);
}

function remedyFor(error: Error, { sync }: ClusterStatusFacts): string {
  if (isKindMissing(error)) {
    return "; to have it told: kubectl apply -f deploy/crd/units.yaml";
  }
  return error instanceof ApiError && error.status === 403
    ? `; sidecar ${sync} needs the right to get, list, watch, create, patch and delete units, and to patch units/status (converge.dev), and to create and patch events (events.k8s.io)`
    : "";
}

import { isNotFound } from "../../client/model/api-error.ts";
import type { MembershipOptions } from "./members.ts";

/** Milliseconds after our last renewal that came back for which our view is considered complete. */
const observedFor = 6000;

/**
 * Tracks how far our view of the Leases can be trusted: our own renewals come back the same way as those of
 * the others, so nothing was missed up to the last one that came back. Times are milliseconds by our own
 * clock.
 */
export class LeaseFreshness {
  #sent: { readonly version: string; readonly at: number } | undefined;
  #seen = "";
  #seenUpTo = -Infinity;

  /** Records that a renewal sent at that time has produced that version of the Lease. */
  sent(version: string, at: number): void {
    this.#sent = { version, at };
    this.#compare();
  }

  /** Records that our Lease was observed at that version. */
  seen(version: string): void {
    this.#seen = version;
    this.#compare();
  }

  /** Whether the last renewal has not come back yet. */
  get isMissing(): boolean {
    return this.#sent !== undefined && this.#seenUpTo < this.#sent.at;
  }

  /** The time up to which nothing was missed. */
  get last(): number {
    return this.#seenUpTo;
  }

  /** Returns the time up to which the silence of others counts. */
  horizon(now: number): number {
    return now - this.#seenUpTo < observedFor ? now : this.#seenUpTo;
  }

  #compare(): void {
    if (this.#sent !== undefined && this.#sent.version === this.#seen) {
      this.#seenUpTo = Math.max(this.#seenUpTo, this.#sent.at);
    }
  }
}

/** Reports why the Leases cannot be written or watched, each reason once, and when that is over. */
export class LeaseTrouble {
  readonly #options: MembershipOptions;
  readonly #reported = new Set<string>();

  constructor(options: MembershipOptions) {
    this.#options = options;
  }

  /** Reports that the server has refused, or could not be reached. */
  report(error: Error): void {
    const { namespace, sync } = this.#options;
    if (!this.#reported.has(error.message)) {
      this.#reported.add(error.message);
      const remedy = isNotFound(error)
        ? `is there a namespace ${namespace}?`
        : "it needs access to the server, and permission to list, watch, create, patch and delete leases there";
      this.#notice(
        "warning",
        `the replicas of ${sync} cannot coordinate by Leases in namespace ${namespace}: ${error.message}; ${remedy}`,
      );
    }
  }

  /** Reports that the Leases can be written again. */
  clear(): void {
    if (this.#reported.size > 0) {
      this.#reported.clear();
      this.#notice("note", `the Leases in namespace ${this.#options.namespace} can be written again`);
    }
  }

  #notice(level: "note" | "warning", message: string): void {
    this.#options.emit({ type: "notice", at: this.#options.context.clock.now(), level, message });
  }
}

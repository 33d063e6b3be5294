import { isNotFound } from "../../client/model/api-error.ts";
import type { MembershipOptions } from "./members.ts";

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
        : "it needs to reach the server, and the right to list, watch, create, patch and delete leases there";
      this.#notice(
        "warning",
        `the replicas of ${sync} cannot be told apart by Leases in namespace ${namespace}: ${error.message}; ${remedy}`,
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

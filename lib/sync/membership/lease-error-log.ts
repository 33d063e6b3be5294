import { isNotFound } from "../../client/model/api-error.ts";
import type { MemberFacts } from "./members.ts";

/** What keeps the Leases from being written or seen: each reason is told once, and that it is over. */
export class LeaseTrouble {
  readonly #facts: MemberFacts;
  readonly #reported = new Set<string>();

  constructor(facts: MemberFacts) {
    this.#facts = facts;
  }

  /** The server has refused, or could not be asked. */
  report(error: Error): void {
    const { namespace, sync } = this.#facts;
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

  /** It works again. */
  clear(): void {
    if (this.#reported.size > 0) {
      this.#reported.clear();
      this.#notice("note", `the Leases in namespace ${this.#facts.namespace} can be written again`);
    }
  }

  #notice(level: "note" | "warning", message: string): void {
    this.#facts.emit({ type: "notice", at: this.#facts.context.clock.now(), level, message });
  }
}

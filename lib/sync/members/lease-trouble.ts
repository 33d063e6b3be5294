import { isNotFound } from "../../cluster/api-error.ts";
import type { MemberFacts } from "./members.ts";

/** What keeps the Leases from being written or seen: each reason is told once, and that it is over. */
export class LeaseTrouble {
  readonly #facts: MemberFacts;
  readonly #told = new Set<string>();

  constructor(facts: MemberFacts) {
    this.#facts = facts;
  }

  /** The server has refused, or could not be asked. */
  tell(error: Error): void {
    const { namespace, sync } = this.#facts;
    if (!this.#told.has(error.message)) {
      this.#told.add(error.message);
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
    if (this.#told.size > 0) {
      this.#told.clear();
      this.#notice("note", `the Leases in namespace ${this.#facts.namespace} can be written again`);
    }
  }

  #notice(level: "note" | "warning", message: string): void {
    this.#facts.hear({ type: "notice", at: this.#facts.world.clock.now(), level, message });
  }
}

import type { OpenedRelease } from "../apply/release/open-release.ts";
import { createApproval, loadApproval, storeApproval } from "../apply/store/approval-store.ts";
import type { ApprovalRecord } from "../inventory/approval-record.ts";
import { type BegunPlan, formatBegun, parseBegun } from "./begun-plan.ts";

/** The key and the begun plan of a release, as its cluster stores them. Reads nothing before it is asked. */
export class StoredApproval {
  readonly #place: OpenedRelease["place"];
  readonly #newKey: string;
  #record: ApprovalRecord | undefined;

  /** `newKey`: the key if none is stored. */
  constructor({ place }: Pick<OpenedRelease, "place">, newKey: string) {
    this.#place = place;
    this.#newKey = newKey;
  }

  /**
   * Returns the key. Stores a new one, before anything is approved, so that other processes know it; as long
   * as there is no namespace for it, only this process does.
   */
  async key(): Promise<string> {
    this.#record ??= await loadApproval(this.#place);
    this.#record ??= await createApproval(this.#place, { key: this.#newKey, begun: undefined });
    return this.#record?.key ?? this.#newKey;
  }

  /** Returns the plan that was begun last. */
  async begun(): Promise<BegunPlan | undefined> {
    this.#record ??= await loadApproval(this.#place);
    const text = this.#record?.begun;
    return text === undefined ? undefined : parseBegun(text);
  }

  /** Stores a plan that is about to be applied. */
  async begin(plan: BegunPlan): Promise<void> {
    await storeApproval(this.#place, { key: await this.key(), begun: formatBegun(plan) });
  }
}

import type { Duration } from "../../object/duration.ts";
import { compareText } from "../../object/object-ref.ts";
import type { MembershipView } from "./membership-view.ts";
import type { AdvertisedUnits } from "./advertised-units.ts";
import type { MembershipOptions } from "./members.ts";

/**
 * Milliseconds after which a rolling update, with the old and the new configuration side by side, is over.
 */
const overlap: Duration = 120_000;
const reportedNames = 5;

/** Options of the name conflict detector. */
export type NameConflictOptions = Pick<MembershipOptions, "namespace" | "sync" | "emit"> & {
  readonly context: Pick<MembershipOptions["context"], "clock">;
};

/**
 * Detects another sidecar of our name: one that keeps other units for so long that it is not a replica of
 * ours. Reports it once. Times are milliseconds by our own clock.
 */
export class NameConflictDetector {
  readonly #options: NameConflictOptions;
  /** The time since which each replica differs. */
  readonly #since = new Map<string, number>();
  #own = "";
  #isReported = false;

  constructor(options: NameConflictOptions) {
    this.#options = options;
  }

  /** Compares the other live replicas with the units that we list. */
  look(own: AdvertisedUnits, others: MembershipView, now: number): void {
    if (own.text !== this.#own) {
      this.#own = own.text;
      this.#since.clear();
    }
    const differing = [...others].filter(([, listing]) => listing !== undefined && listing.text !== own.text);
    const names = new Set(differing.map(([identity]) => identity));
    for (const identity of this.#since.keys()) {
      if (!names.has(identity)) {
        this.#since.delete(identity);
      }
    }
    for (const [identity, listing] of differing) {
      const since = this.#since.get(identity) ?? now;
      this.#since.set(identity, since);
      if (now - since >= overlap && listing !== undefined) {
        this.#report(own, listing);
      }
    }
    this.#isReported &&= names.size > 0;
  }

  #report(own: AdvertisedUnits, other: AdvertisedUnits): void {
    if (this.#isReported) {
      return;
    }
    this.#isReported = true;
    const { emit, namespace, sync, context } = this.#options;
    const message = `another sidecar named ${sync} in namespace ${namespace} has other units (${differenceWords(own, other)}): give one of them another --name`;
    emit({ type: "notice", at: context.clock.now(), level: "warning", message });
  }
}

/**
 * Formats the difference: `a, b, c` for units that it keeps and we do not; `without a` if it only keeps
 * fewer.
 */
function differenceWords(own: AdvertisedUnits, other: AdvertisedUnits): string {
  const more = minus(other, own);
  return more.length > 0 ? someOf(more) : `without ${someOf(minus(own, other))}`;
}

function minus(left: AdvertisedUnits, right: AdvertisedUnits): readonly string[] {
  const { names } = right;
  if (left.names === "all" || names === "all") {
    return left.names === "all" && names !== "all" ? ["…"] : [];
  }
  return [...left.names].filter((name) => !names.has(name)).toSorted(compareText);
}

function someOf(names: readonly string[]): string {
  return [...names.slice(0, reportedNames), ...(names.length > reportedNames ? ["…"] : [])].join(", ");
}

/** An owner of another tool whose objects a release takes over, as its tool records it. */
import type { AdoptedOwner } from "../../inventory/adoption/adopted-owner.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import type { JsonObject } from "../../object/json.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { Result } from "../model/event.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { RunContext } from "../model/run-context.ts";

/** The known facts about the owner. */
export interface Adoption extends AdoptedOwner {
  /** The flag that adopts it: `--adopt-helm-release shop/web`. */
  readonly flag: string;
  /** Whether its tool has a record of it, has none of that name, or has one that may not be read. */
  readonly record: "found" | "missing" | "unreadable";
  /** It was deployed: the next action is an upgrade. Assumed if nothing is recorded. */
  readonly wasUp: boolean;
  readonly words: AdoptionWords;
  /** Returns, by key, its live objects that the set lacks and that are not to be kept. */
  readonly findLeftovers: (
    isWanted: (key: string, object: JsonObject) => boolean,
    deps: EffectDeps,
  ) => Promise<ReadonlyMap<string, JsonObject>>;
}

/** Messages about an owner. */
interface AdoptionWords {
  /** There are objects of it, but no record. */
  readonly unrecorded: string;
  /** An earlier run may have adopted it, and its tool has no record now; by default it no longer exists. */
  readonly gone?: string;
  /** The reason why there is no such owner, with the remedy. */
  readonly none: string;
  /** The remaining work for people once its objects are adopted; undefined if there is none. */
  readonly remaining: string | undefined;
}

/** The record of a release that adopts what was deployed: it is installed. */
export function recordWith(record: ParentRecord, adoption: Adoption | undefined): ParentRecord {
  return adoption?.wasUp === true && !record.installed ? { ...record, installed: true } : record;
}

/**
 * Throws a RefusedError if nothing of an owner exists, neither in the record of its tool nor among the live
 * objects of the set.
 */
export function requireAdopted(
  adoption: Adoption,
  live: Iterable<JsonObject>,
  { record, context }: { readonly record: ParentRecord; readonly context: RunContext },
): void {
  const isMarked = [...live].some((object) => adoption.owns(object));
  const isRead = adoption.record !== "unreadable";
  if (adoption.record === "found" || (!isRead && (isMarked || hasSucceeded(record)))) {
    return;
  }
  const { title, flag, words } = adoption;
  if (isMarked) {
    warn(`${words.unrecorded}: its objects that are not in the manifests are unknown and are kept`, context);
  } else if (hasSucceeded(record)) {
    warn(`${words.gone ?? `${title} no longer exists`}: remove ${flag.slice(0, flag.indexOf(" "))}`, context);
  } else {
    throw new RefusedError(`there is no ${title}: ${words.none}`);
  }
}

/** Reports whether the release was applied before, so that the tool may no longer own its objects. */
function hasSucceeded({ history }: ParentRecord): boolean {
  return history.some(({ outcome }) => outcome === "succeeded");
}

/** Reports what is left to do once a run has ended. */
export function reportAdoption(
  adoption: Adoption | undefined,
  { verdict }: Pick<Result, "verdict">,
  { choices, context }: Pick<EffectDeps, "choices" | "context">,
): void {
  if (adoption === undefined || choices.dryRun !== false) {
    return;
  }
  const { title, flag, words } = adoption;
  if (verdict !== "converged") {
    warn(`${title} is only partly adopted: run again with ${flag}`, context);
  } else if (words.remaining !== undefined) {
    warn(words.remaining, context);
  }
}

function warn(message: string, { emit, clock }: RunContext): void {
  emit({ type: "notice", at: clock.now(), level: "warning", message });
}

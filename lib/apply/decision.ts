/** Decides, for every object of the plan, what has to be done to it. Pure: it looks at what was seen and sends nothing. */
import type { Patch } from "../cluster/cluster.ts";
import { hpaTargets, without } from "../inventory/conflict.ts";
import { isUnchanged } from "../inventory/field-ownership.ts";
import { ignoresMutation } from "../inventory/kept.ts";
import {
  type InventoryPolicy,
  isMember,
  manifestHash,
  mayTake,
  ownerOf,
  withMembership,
  withoutMembership,
} from "../inventory/membership.ts";
import { sendable } from "../inventory/sendable.ts";
import { type JsonObject, objectField, type Path } from "../object/json.ts";
import type { Plan, PlannedObject } from "../plan/plan.ts";
import { handOverPatch } from "./hand-over.ts";
import { fieldManager } from "./hands.ts";
import { isTerminating } from "./live-object.ts";

/** What is to be done to an object of the plan. */
export type Decision =
  | {
      readonly type: "apply";
      readonly sent: JsonObject;
      readonly labelled: boolean;
      readonly live: JsonObject | undefined;
      readonly migration?: Patch;
      /** Fields that others are to have. */
      readonly ceded: readonly Path[];
      readonly replaces: boolean;
    }
  /** It stands as it would be sent. */
  | { readonly type: "unchanged"; readonly live: JsonObject }
  /** It is not to be written, and that is well. */
  | { readonly type: "left"; readonly reason: string; readonly live: JsonObject | undefined }
  /** It is somebody else's, or whose it is cannot be seen. */
  | { readonly type: "foreign"; readonly reason: string };

/** What decisions are made from. */
export interface Deciding {
  readonly id: string;
  readonly policy: InventoryPolicy;
  /** Other releases that own what stands there, by the id of their set: `shop/web`. */
  readonly releases: ReadonlyMap<string, string>;
  /** What stands in the cluster under that key; undefined where nothing does. */
  readonly live: (key: string) => JsonObject | undefined;
  /** Why it cannot be seen what stands there; undefined where it can. */
  readonly unreadable: (key: string) => string | undefined;
  /** Hashes of Jobs that have completed and were removed by their own ttl since, by key. */
  readonly finished: ReadonlyMap<string, string>;
}

/** What to do to each object of a plan. */
export function decide(plan: Plan, deciding: Deciding): ReadonlyMap<PlannedObject, Decision> {
  const objects = plan.groups.flatMap((group) =>
    group.objects.map((object) => ({ object, stage: group.stage })),
  );
  const scaled = hpaTargets(
    objects.map(({ object }) => object.manifest.value),
    plan.namespace,
  );
  return new Map(
    objects.map(({ object, stage }) => {
      const ceded = scaled.has(object.manifest.key) ? [replicas] : [];
      const value = ceded.reduce((rest, path) => without(rest, path), object.manifest.value);
      const isOwned = object.hook === null && stage !== "crds";
      return [object, decideSeen({ object, value, ceded, isOwned }, deciding)];
    }),
  );
}

/** What an autoscaler has a say in. */
const replicas: Path = ["spec", "replicas"];

interface Candidate {
  readonly object: PlannedObject;
  readonly value: JsonObject;
  readonly ceded: readonly Path[];
  /** Whether it belongs to the inventory of the release: hooks and definitions from a crds folder do not. */
  readonly isOwned: boolean;
}

function decideSeen(candidate: Candidate, deciding: Deciding): Decision {
  const refusal = deciding.unreadable(candidate.object.manifest.key);
  return refusal === undefined
    ? decideOne(candidate, deciding)
    : { type: "foreign", reason: `whose it is cannot be seen: ${refusal}` };
}

function decideOne(candidate: Candidate, deciding: Deciding): Decision {
  const { object, value, ceded, isOwned } = candidate;
  const live = deciding.live(object.manifest.key);
  const hash = manifestHash(value);
  const reason = live === undefined ? whyNotMade(object, hash, deciding) : whyNotChanged(value);
  if (reason !== undefined) {
    return { type: "left", reason, live };
  }
  const sent = sentForm(candidate, { id: deciding.id, hash });
  if (live === undefined) {
    return { type: "apply", sent, labelled: isOwned, live, ceded, replaces: false };
  }
  const refusal = whyNotTaken(candidate, live, deciding);
  if (refusal !== undefined) {
    // A definition that somebody else looks after serves all the same.
    return isOwned || object.hook !== null
      ? { type: "foreign", reason: refusal }
      : { type: "left", reason: refusal, live };
  }
  // A hook runs anew each time.
  const mayStay = object.hook === null && !isTerminating(live);
  const isSame = mayStay && isUnchanged(sent, live, fieldManager);
  const isOrdinary = isMember(live, deciding.id);
  return isSame ? { type: "unchanged", live } : applied({ object, sent, live, ceded, isOwned, isOrdinary });
}

/** Why an object that is there must not be written. What hooks and crds folders have made is nobody's, whatever the policy. */
function whyNotTaken(
  { isOwned }: Candidate,
  live: JsonObject,
  { id, releases, policy }: Deciding,
): string | undefined {
  const owner = ownerOf(live, id, releases);
  const claim = mayTake(owner, policy, isOwned || owner.kind !== "none");
  return claim.taken ? undefined : (claim.reason ?? "it belongs to somebody else");
}

/** Why an object that is not there is not made. */
function whyNotMade({ manifest }: PlannedObject, hash: string, { finished }: Deciding): string | undefined {
  return finished.get(manifest.key) === hash ? "the Job has completed and was removed by its ttl" : undefined;
}

/** Why an object that is there is left as it is. */
function whyNotChanged(value: JsonObject): string | undefined {
  const wish = ignoresMutation(objectField(value, "metadata"));
  return wish === undefined ? undefined : `${wish} leaves it as it is`;
}

/** As it is sent: under the namespace that was settled, and with the marks of the release where it belongs to it. */
function sentForm(
  { object, value, isOwned }: Candidate,
  facts: { readonly id: string; readonly hash: string },
): JsonObject {
  const { ref, name } = object.manifest;
  const { namespace: _, ...metadata } = objectField(value, "metadata");
  const place = ref.namespace === "" ? { name } : { name, namespace: ref.namespace };
  const placed = { ...value, metadata: { ...metadata, ...place } };
  return object.hook === null
    ? withMembership(placed, { hash: facts.hash, id: isOwned ? facts.id : undefined })
    : withoutMembership(sendable(placed));
}

function applied({
  object,
  sent,
  live,
  ceded,
  isOwned,
  isOrdinary,
}: {
  readonly object: PlannedObject;
  readonly sent: JsonObject;
  readonly live: JsonObject;
  readonly ceded: readonly Path[];
  readonly isOwned: boolean;
  /** It stands there as an object of the release, not as the hook of an earlier run. */
  readonly isOrdinary: boolean;
}): Decision {
  const patch = handOverPatch(live, ceded);
  return {
    type: "apply",
    sent,
    labelled: isOwned,
    live,
    ...(patch === undefined ? {} : { migration: patch }),
    ceded,
    replaces: object.hook !== null && !isOrdinary && replacesEarlier(object.hook.deletePolicy),
  };
}

/** Helm's default for hooks, also where only other policies are named. */
function replacesEarlier(policies: readonly string[]): boolean {
  return policies.length === 0 || policies.includes("before-hook-creation");
}

/** Lets a run write only what a person has approved, by the digest of its plan. */
import { ApprovalMissingError, RefusedError } from "../apply/model/refused-error.ts";
import { type DecidedRelease, decideAgain, type RunGuard } from "../apply/release/decide-changes.ts";
import { foreseeChanges } from "../apply/release/diff-release.ts";
import { changesObjects } from "../apply/release/execute-changes.ts";
import type { OpenedRelease } from "../apply/release/open-release.ts";
import type { SetRequest } from "../apply/release/plan-release.ts";
import type { RandomObject } from "../manifest/random-fields.ts";
import { readSet, type SetTexts } from "../manifest/read-set.ts";
import { uidOf } from "../object/metadata.ts";
import { begunPlan, isRestOf } from "./begun-plan.ts";
import { describePlan, type DescribedPlan, liveStatesOf, savedObjects } from "./describe-plan.ts";
import { derivedKey, hiddenDigest, newKeySeed, withoutRandomSecrets } from "./hidden-digest.ts";
import { type ApprovablePlan, approvalDigest, type ApprovalFacts } from "./saved-digest.ts";
import type { SavedDecision, SavedPlan } from "./saved-plan.ts";
import { StoredApproval } from "./stored-approval.ts";

/** The facts about a plan that still has to be approved. */
export interface UnapprovedPlan {
  readonly digest: string;
  /** The key of the namespace of the release, if it is created besides the set. */
  readonly createdNamespace: string | undefined;
}

/** The approval of a run. */
export interface Approval {
  /** The digest that a person has approved; undefined for none. */
  readonly approved: string | undefined;
  /** Called with a plan that still has to be approved, before the run ends with an ApprovalMissingError. */
  readonly onUnapproved: (saved: SavedPlan, unapproved: UnapprovedPlan) => void;
  /** Called once the plan was found to be the approved one under the lock, before its first write. */
  readonly onApproved: (digest: string) => void;
  /** Called with an object that is left as it is: it has changed since, and its change is not in the plan. */
  readonly onWithheld: (key: string) => void;
}

/** The options of a run that decide what is done, besides those of its decisions. */
interface PlanningOptions extends Pick<SetRequest, "externalDeps" | "compat" | "validate"> {
  /** The account that the run acts as; undefined for that of its credentials. */
  readonly serviceAccount?: ApprovalFacts["serviceAccount"];
}

/** Planning options, and random bytes from which the key of a release is derived if it has none yet. */
interface GuardOptions extends PlanningOptions {
  readonly keySeed: Buffer;
}

/** Returns a function that makes guards of runs, which derive new keys from one secret of the process. */
export function approvalGuards(): (approval: Approval, planning: PlanningOptions) => RunGuard {
  const keySeed = newKeySeed();
  return (approval, planning) => approvalGuard(approval, { ...planning, keySeed });
}

/**
 * Returns the guard of a run that needs the approval of its plan. A run that has no object to write needs
 * none, and neither does one that completes an approved plan whose run was killed or interrupted. Before the
 * first write, and again under the lock, the plan is made as for a file and must have the approved digest: so
 * nothing is written if the cluster has changed since. An object that changes even later is written only if
 * the plan does so.
 */
function approvalGuard(approval: Approval, planning: GuardOptions): RunGuard {
  let texts: SetTexts = { sources: [] };
  let written: ReadonlySet<string> = new Set();
  let timesDecided = 0;
  let isApproved = false;
  let namespaceUid: string | undefined;
  return {
    opened: () => Promise.resolve(),
    read: (given) => {
      texts = given;
      timesDecided = 0;
    },
    decided: () => {
      timesDecided += 1;
      return Promise.resolve();
    },
    permits: async (decision, opened) => {
      isApproved = changesObjects(decision);
      if (!isApproved) {
        written = writtenKeys(decision);
        return decision;
      }
      const plan = await unforeseen({ decision, opened, planning, sources: texts.sources });
      const begin = await demandApproval(plan, approval, { namespaceUid, random: randomIn(texts) });
      // Before the lock is held, the run may still end without a write.
      if (timesDecided > 1) {
        await begin();
      }
      written = writtenKeys(plan.decision);
      return plan.decision;
    },
    created: (namespace) => {
      namespaceUid = uidOf(namespace);
    },
    withholds: (key) => (written.has(key) ? undefined : withhold(key, approval)),
    // A run without anything to write was not approved: so nothing may follow from its outcomes either.
    allowsFollowUps: () => isApproved,
    approvedPlan: () => (isApproved ? approval.approved : undefined),
  };
}

/** The objects that differ between two renderings of the same charts. */
function randomIn(texts: SetTexts): readonly RandomObject[] {
  return texts.again === undefined ? [] : readSet(texts).random;
}

function withhold(key: string, { onWithheld }: Approval): string {
  onWithheld(key);
  return "it has changed since the plan was approved";
}

function writtenKeys({ decided }: DecidedRelease): ReadonlySet<string> {
  const keys = [...decided.decisions].flatMap(([{ manifest }, { type }]) =>
    type === "apply" ? [manifest.key] : [],
  );
  return new Set(keys);
}

interface Planned {
  readonly decision: DecidedRelease;
  readonly opened: OpenedRelease;
  readonly planning: GuardOptions;
  readonly sources: SetTexts["sources"];
}

/** A plan without the answers of the server, and the options it was made with. */
type UnforeseenPlan = Omit<DescribedPlan, "answers"> & Pick<Planned, "planning">;

/** Further facts about a plan. */
interface PlanFacts {
  /** The uid of the namespace of the release, if the run has created it. */
  readonly namespaceUid: string | undefined;
  readonly random: readonly RandomObject[];
}

/**
 * Returns a function to call before the first write. Rejects with an ApprovalMissingError unless the plan has
 * the approved digest, or had it before the run has created the namespace of the release, or is the rest of a
 * plan with that digest.
 */
async function demandApproval(
  plan: UnforeseenPlan,
  { approved, onUnapproved, onApproved }: Approval,
  { namespaceUid, random }: PlanFacts,
): Promise<() => Promise<void>> {
  const { decision, opened } = plan;
  // What the server answers to a dry run is shown, but may differ from time to time.
  const described = await describePlan({ ...plan, answers: { differences: [], faults: [] } });
  const { record } = decision.decided;
  const newKey = derivedKey(plan.planning.keySeed, described.cluster ?? "", record.id);
  const stored = new StoredApproval(opened, newKey);
  const found = await withFacts(described, plan, { random, stored });
  const digest = approvalDigest(found.saved, found.facts);
  const before = approvalDigest(beforeCreation(found.saved, namespaceUid), found.facts);
  if (approved !== undefined && [digest, before].includes(approved)) {
    return async () => {
      await stored.begin(begunPlan(found, approved));
      onApproved(approved);
    };
  }
  const isUsed = approved !== undefined && approved === record.usedPlan;
  const begun = isUsed ? await stored.begun() : undefined;
  if (begun !== undefined && (await isRestOf(begun, found, decision))) {
    return () => {
      onApproved(begun.digest);
      return Promise.resolve();
    };
  }
  const { createdNamespace, ...answers } = await foreseeChanges(decision, opened);
  onUnapproved(await describePlan({ ...plan, answers }), { digest, createdNamespace });
  throw new ApprovalMissingError(`plan ${digest.slice(0, 12)} is not approved`);
}

/** Returns a plan with the facts of its digest. */
async function withFacts(
  saved: SavedPlan,
  { decision, planning }: UnforeseenPlan,
  { random, stored }: Pick<PlanFacts, "random"> & { readonly stored: StoredApproval },
): Promise<ApprovablePlan> {
  const { fieldRules, timeouts } = decision.request;
  const { lastRun, usedPlan } = decision.decided.record;
  const facts = { fieldRules, timeouts, serviceAccount: planning.serviceAccount, lastRun, usedPlan };
  if (!saved.leftOut.includes("hidden-values")) {
    return { saved, facts };
  }
  // The digest of the plan masks the values.
  const objects = withoutRandomSecrets(savedObjects(decision.plan, true), random);
  const hidden = hiddenDigest(objects, await stored.key());
  return { saved: { ...saved, objects }, facts: { ...facts, hidden } };
}

/** Returns a plan as it was before the namespace of that uid was created. */
export function beforeCreation(saved: SavedPlan, uid: string | undefined): SavedPlan {
  if (uid === undefined) {
    return saved;
  }
  const groups = saved.groups.map(({ objects, ...group }) => ({
    ...group,
    objects: objects.map((one): SavedDecision =>
      one.live?.uid === uid
        ? { ref: one.ref, hook: one.hook, decision: "create", live: null, changes: [] }
        : one,
    ),
  }));
  return { ...saved, groups };
}

/** An object that was read in part is read again: meanwhile it may be written. */
const mostAttempts = 5;

/** Makes a plan without the answers of the server. */
async function unforeseen(planned: Planned, attempt = 1): Promise<UnforeseenPlan> {
  const { decision, opened, planning, sources } = planned;
  const states = await liveStatesOf(decision);
  if (states !== undefined) {
    const { externalDeps, compat, validate } = planning;
    const options = {
      ...decision.request,
      externalDeps,
      validate,
      ...(compat === undefined ? {} : { compat }),
    };
    return { decision, opened, planning, states, options, sources, isEncrypted: false };
  }
  if (attempt === mostAttempts) {
    throw new RefusedError("objects were changed while the plan was made, again and again");
  }
  const decided = await decideAgain(decision, decision.decided.record, opened);
  return unforeseen({ ...planned, decision: { ...decision, decided } }, attempt + 1);
}

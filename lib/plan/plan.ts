import type { DeletePolicy, DeployPolicy } from "../object/deploy-policy.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { Duration } from "../object/duration.ts";
import type { ObjectFieldRule } from "../object/field-rule.ts";
import type { Path } from "../object/json.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Stage, Until, RuleName } from "../order/model/edge.ts";
import type { Origin } from "../object/diagnostic/source-text.ts";
import { fieldOrigin } from "../manifest/locate-field.ts";
import { compareText } from "../object/object-ref.ts";
import { append } from "../object/append.ts";

/** The purpose of the plan. Everything that differs between actions is decided before a Plan exists. */
export const actions = ["install", "upgrade", "rollback", "delete"] as const;
export type Action = (typeof actions)[number];

/** The order in which a set is applied (or, for `delete`, deleted), with every reason. Plain data. */
export interface Plan {
  readonly action: Action;
  readonly release: string;
  readonly namespace: string;
  readonly groups: readonly PlanGroup[];
  /**
   * Objects of the set that this action leaves alone: hooks of other events, objects that are deployed on
   * other actions.
   */
  readonly resting: readonly InactiveObject[];
  /** The number of waves in which Argo CD would apply the set, if it has any. */
  readonly waves?: number;
  /** Sorted by `compareDiagnostics`. */
  readonly diagnostics: readonly Diagnostic[];
}

/** An object of the set that takes no part in the action. */
export interface InactiveObject {
  readonly manifest: Manifest;
  /** Whether it belongs to the release if it exists: then it is not pruned. */
  readonly owned: boolean;
}

/** Objects that may be applied together: of one stage and one weight. */
export interface PlanGroup {
  /** From 1, over the whole plan. */
  readonly index: number;
  readonly stage: Stage;
  /** Null for the `crds` stage, for freed objects alone, and for objects that go last in a deletion. */
  readonly weight: number | null;
  /**
   * Indices of the groups that must be ready first (for a deletion: gone): the barriers of stage, weight and
   * hook order. Of the preceding slot only its ends are listed, whose members wait for the rest. Freed
   * members of a group of the same stage do not count.
   */
  readonly after: readonly number[];
  /** In the order in which they are sent. */
  readonly objects: readonly PlannedObject[];
}

/** One object in its group, with all that it waits for. */
export interface PlannedObject {
  readonly manifest: Manifest;
  readonly hook: PlannedHook | null;
  /**
   * Whether it belongs to the inventory of the release: hooks and CRDs from the `crds` folder of a chart do
   * not, unless they ask for it.
   */
  readonly owned: boolean;
  /**
   * When it is deleted, in whichever dialect that is specified: hooks before their creation, Jobs if they
   * cannot be updated.
   */
  readonly deletePolicy: readonly DeletePolicy[];
  readonly treatment: DeployPolicy;
  /** The time limit from the first attempt to send it until it is reconciled. */
  readonly timeout: Duration;
  /** Freed from its weight by its deploy dependencies: its own `after` holds it, not its group's. */
  readonly freed: boolean;
  /** For a freed object the groups that its stage waits for; null for any other. */
  readonly after: readonly number[] | null;
  /** The reference of the object that needed it in another place than its own. */
  readonly movedFor: string | null;
  /** Rules about its fields, the first one for a field counts; none if absent. */
  readonly fieldRules?: readonly ObjectFieldRule[];
  readonly waitsFor: readonly Wait[];
}

/**
 * The directive that makes the object a hook of this action: `helm.sh/hook`, or `werf.io/deploy-on` with one
 * of its events.
 */
export interface PlannedHook {
  /** The event it runs for here, e.g. `pre-install`. */
  readonly event: string;
  /** The values of `helm.sh/hook-delete-policy`. */
  readonly deletePolicy: readonly string[];
}

/** One edge as its dependent sees it. */
export interface Wait {
  /** The reference of the object waited for. */
  readonly on: string;
  readonly until: Until;
  readonly rule: RuleName;
  /** True if the object is outside the set, in the cluster. */
  readonly external: boolean;
  readonly cause: Cause;
}

/**
 * The place that makes an edge: a field or annotation of some manifest. `originOf` turns it into file and
 * line.
 */
export interface Cause {
  readonly manifest: Manifest;
  readonly path: Path;
  /** For people, if the path does not say enough. */
  readonly reason?: string;
}

/**
 * Ranks edges by how long they hold up, the longest first: until ready or absent takes time, until present or
 * deleting is a matter of order.
 */
export const untilRank: Readonly<Record<Until, number>> = { ready: 0, absent: 0, present: 1, deleting: 1 };

/** The file, line and column of the field or annotation that makes the edge. */
export function originOf(cause: Cause): Origin {
  const { manifest, path } = cause;
  return fieldOrigin(manifest, path, "key");
}

/**
 * Returns every manifest that a plan knows, each once: those in groups, an object of two groups at its first,
 * and then the inactive ones, by reference. Complexity: O(objects log objects).
 */
export function plannedObjects({ groups, resting }: Plan): readonly Manifest[] {
  const planned = groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest));
  const asleep = resting
    .map(({ manifest }) => manifest)
    .toSorted((left, right) => compareText(left.key, right.key));
  const seen = new Set<string>();
  return [...planned, ...asleep].filter(({ key }) => {
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** An object of a plan with its group. */
export interface Position {
  readonly object: PlannedObject;
  readonly group: PlanGroup;
}

/** The positions of each object of a plan. A hook of two events has two, the earlier first. */
export type PositionIndex = ReadonlyMap<string, readonly Position[]>;

/** Returns the positions of a plan's objects by reference. Complexity: O(objects). */
export function indexPositions(plan: Plan): PositionIndex {
  const positionIndex = new Map<string, Position[]>();
  for (const group of plan.groups) {
    for (const object of group.objects) {
      append(positionIndex, object.manifest.key, { object, group });
    }
  }
  return positionIndex;
}

/** The position of an awaited object: waiting for a hook of two events means waiting for its first run. */
export function positionFor(positionIndex: PositionIndex, ref: string): Position | undefined {
  return positionIndex.get(ref)?.[0];
}

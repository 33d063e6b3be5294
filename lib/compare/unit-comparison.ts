import type { InventoryPolicy } from "../inventory/applyset-membership.ts";
import type { Origin } from "../object/diagnostic/source-text.ts";
import type { JsonObject } from "../object/json.ts";
import type { FieldChange } from "../object/field-change.ts";
import type { RequestChange, SetComparison } from "./set-comparison.ts";

/** The release of a unit. Units with the same one own the same objects, whatever their names. */
export interface ReleaseIdentity {
  /** Empty for the cluster of the sidecar. */
  readonly cluster: string;
  readonly namespace: string;
  readonly release: string;
}

/** The settings of a unit that decide what happens to objects which it no longer brings. */
export interface UnitPolicy extends ReleaseIdentity {
  readonly name: string;
  readonly prune: boolean;
  readonly suspend: boolean;
  readonly inventoryPolicy: InventoryPolicy;
  readonly onRemove: "orphan" | "delete";
  readonly dependsOn: readonly string[];
}

/** A unit of one side, as its file specifies it. */
export interface UnitSpec {
  readonly policy: UnitPolicy;
  readonly settings: JsonObject;
  /** Facts for its reader, whatever it brings. */
  readonly notes: readonly string[];
}

/** The effect of a change on the configuration of a unit. */
export const unitChanges = ["added", "removed", "changed", "unchanged"] as const;
export type UnitChange = (typeof unitChanges)[number];

/** A unit of one side, or of both. */
export interface UnitComparison {
  readonly name: string;
  readonly change: UnitChange;
  /** The settings that differ; none if one of the sides lacks the unit. */
  readonly settings: readonly FieldChange[];
  /** Other facts for its reader, a sentence each. */
  readonly notes: readonly string[];
  /** Its objects, without those that move; undefined if its manifests are in another repository. */
  readonly comparison: SetComparison | undefined;
}

/**
 * The fate of an object in the cluster that moves from one release to another. `taken`: the new release
 * takes it over as it is; `recreated`: the old one deletes it before the new one creates it; `either`: one
 * of both, whichever release is applied first; `refused`: the new release fails until a person acts.
 */
export const moveOutcomes = ["taken", "recreated", "either", "refused"] as const;
export type MoveOutcome = (typeof moveOutcomes)[number];

/** An object that one release loses and another one of the same cluster gets. */
export interface MovedObject {
  /** The object reference. */
  readonly key: string;
  /** The names of the units. */
  readonly from: string;
  readonly to: string;
  readonly outcome: MoveOutcome;
  /** The outcome, with its reason and remedy. */
  readonly message: string;
  readonly changes: readonly FieldChange[];
  /** Its place in the head. */
  readonly origin: Origin;
}

/** The differences between two configurations of units and their manifests. */
export interface UnitsComparison {
  /** Sorted by name. */
  readonly units: readonly UnitComparison[];
  /** Sorted by reference. */
  readonly moved: readonly MovedObject[];
  /** The sums over all units, also over those without differences. */
  readonly requests: readonly Omit<RequestChange, "objects">[];
}

/**
 * Joins the comparisons of all units, as if they were one set. Places and names stay those of the units.
 */
export function unitsTotal({ units, requests }: UnitsComparison): SetComparison {
  const all = units.flatMap(({ comparison }) => (comparison === undefined ? [] : [comparison]));
  return {
    release: "",
    namespace: "",
    objects: all.flatMap(({ objects }) => objects),
    unchanged: all.reduce((sum, { unchanged }) => sum + unchanged, 0),
    moves: all.flatMap(({ moves }) => moves),
    waits: all.flatMap(({ waits }) => waits),
    arrows: [],
    definitions: all.flatMap(({ definitions }) => definitions),
    permissions: all.flatMap(({ permissions }) => permissions),
    requests: requests.map((one) => ({ ...one, objects: [] })),
    findings: all.flatMap(({ findings }) => findings),
    // Units may share a path.
    uncompared: [
      ...new Map(all.flatMap(({ uncompared }) => uncompared.map((one) => [one.path, one]))).values(),
    ],
  };
}

/** The fields of manifests that are left to others: to controllers, to autoscalers, to whoever the user names. */
import { without } from "../inventory/conflict.ts";
import { controlledFields } from "../inventory/controlled-fields.ts";
import type { CededFields } from "../inventory/field-ownership.ts";
import type { JsonObject, Path } from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";
import type { PlannedObject } from "../plan/plan.ts";

/** A field of a manifest that is left out of what is sent. */
export interface LeftField {
  readonly path: Path;
  /** It stays as it is in the cluster, even where converge has set it before. Left out alone, it would be removed. */
  readonly ceded: boolean;
}

/** The field that an autoscaler has a say in, or whoever scales an object after its creation. */
const replicas: LeftField = { path: ["spec", "replicas"], ceded: true };

/** The fields of an object of the plan that are left to others, whatever the cluster has. `scaled`: the targets of autoscalers of the set. */
export function leftFields(
  { manifest, treatment }: PlannedObject,
  scaled: ReadonlySet<string>,
): readonly LeftField[] {
  const controlled = controlledFields(manifest.ref, manifest.value).map((path) => ({ path, ceded: false }));
  const isScaled = treatment.replicasOnCreation !== null || scaled.has(manifest.key);
  return isScaled ? [replicas, ...controlled] : controlled;
}

/** The manifest without these fields; the manifest itself where there are none of them in it. */
export function leaveOut(manifest: JsonObject, left: readonly LeftField[]): JsonObject {
  // Later entries of a list go first, so that the indices of the others hold.
  const paths =
    left.length > 1 ? left.map(({ path }) => path).toSorted(backwards) : left.map(({ path }) => path);
  return paths.reduce((rest, path) => without(rest, path), manifest);
}

function backwards(left: Path, right: Path): number {
  const index = left.findIndex((step, position) => step !== right[position]);
  const [a, b] = [left[index], right[index]];
  return typeof a === "number" && typeof b === "number" ? b - a : compareText(String(b), String(a));
}

/** The fields that have to be given up before they are left out, so that they stay as they are. */
export function cededOf(manifest: JsonObject, left: readonly LeftField[]): CededFields {
  return { manifest, paths: left.flatMap(({ path, ceded }) => (ceded ? [path] : [])) };
}

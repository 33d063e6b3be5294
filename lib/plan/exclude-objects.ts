import type { Directives } from "../annotation/directives.ts";
import { exclusionOf } from "../annotation/exclusion.ts";
import { fieldOrigin } from "../manifest/locate-field.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { type ManifestSet, resolveManifests } from "../manifest/resolve-manifests.ts";
import type { PlanningRequest } from "./plan-request.ts";

/** Manifests with their directives, index by index. */
export interface Candidates {
  readonly manifests: readonly Manifest[];
  readonly directives: readonly Directives[];
  /**
   * References of objects that are not planned, each with the reason, as the end of a sentence: `… is
   * local-config`.
   */
  readonly leftOut: ReadonlyMap<string, string>;
}

/** The manifests to plan, and those that their own annotations exclude. */
interface Sifted {
  readonly manifests: readonly Manifest[];
  readonly leftOut: ReadonlyMap<string, string>;
  readonly notes: readonly Diagnostic[];
}

/** Removes the objects whose own annotations exclude them from planning, with a note for each. */
export function applyExclusions(all: readonly Manifest[]): Sifted {
  const leftOut = new Map<string, string>();
  const notes: Diagnostic[] = [];
  const manifests = all.filter((manifest) => {
    const why = exclusionOf(manifest);
    if (why !== null) {
      const { code, reason, path, severity } = why;
      leftOut.set(manifest.key, reason);
      const origin = fieldOrigin(manifest, path, "key");
      notes.push({ code, severity, message: `${manifest.key} ${reason}`, ref: manifest.key, origin });
    }
    return why === null;
  });
  return { manifests, leftOut, notes };
}

/** Removes the objects that an error is about, and remembers why. */
export function dropInvalid(candidates: Candidates, faulty: ReadonlySet<string>): Candidates {
  const leftOut = new Map(candidates.leftOut);
  for (const key of faulty) {
    leftOut.set(key, "is excluded because it has errors");
  }
  return { ...without(candidates, faulty), leftOut };
}

function without({ manifests, directives, leftOut }: Candidates, keys: ReadonlySet<string>): Candidates {
  const stays = (_: unknown, index: number): boolean => !keys.has(manifests[index]?.key ?? "");
  return { manifests: manifests.filter(stays), directives: directives.filter(stays), leftOut };
}

/** A set with resolved references, and the objects that cannot be planned set apart. */
interface SetApart extends ManifestSet {
  /** Those whose kind and name are known. */
  readonly faulty: readonly Manifest[];
  /** The diagnostics of reading, with the reference of the object wherever it is known. */
  readonly found: readonly Diagnostic[];
}

/** Resolves the references of all objects, including those that cannot be planned for their faults. */
export function setApart(
  objects: PlanningRequest["objects"],
  { faulty = [], found, namespace, served }: PlanningRequest,
): SetApart {
  const blamed = new Map(faulty.flatMap(({ object, faults }) => (object ? [[object.value, faults]] : [])));
  if (blamed.size === 0) {
    return { ...resolveManifests(objects, namespace, served), faulty: [], found };
  }
  const named = faulty.flatMap(({ object }) => (object === undefined ? [] : [object]));
  const { manifests, diagnostics } = resolveManifests([...objects, ...named], namespace, served);
  const apart = manifests.filter(({ value }) => blamed.has(value));
  const refs = new Map(
    apart.flatMap(({ value, key }) => (blamed.get(value) ?? []).map((fault) => [fault, key] as const)),
  );
  return {
    manifests: manifests.filter(({ value }) => !blamed.has(value)),
    diagnostics,
    faulty: apart,
    found: found.map((one) => {
      const ref = refs.get(one);
      return ref === undefined ? one : { ...one, ref };
    }),
  };
}

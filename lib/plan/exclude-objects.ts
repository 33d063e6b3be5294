import type { Directives } from "../annotation/directives.ts";
import { exclusionOf } from "../annotation/exclusion.ts";
import { fieldOrigin } from "../manifest/field-origin.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";

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
export interface Sifted {
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
    leftOut.set(key, "is left out for its own faults");
  }
  return { ...without(candidates, faulty), leftOut };
}

function without({ manifests, directives, leftOut }: Candidates, keys: ReadonlySet<string>): Candidates {
  const stays = (_: unknown, index: number): boolean => !keys.has(manifests[index]?.key ?? "");
  return { manifests: manifests.filter(stays), directives: directives.filter(stays), leftOut };
}

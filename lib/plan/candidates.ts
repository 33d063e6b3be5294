import { type Directives } from "../directive/directives.ts";
import { locate } from "../manifest/locate.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../object/diagnostic.ts";

/** Manifests with their directives, index by index. */
export interface Candidates {
  readonly manifests: readonly Manifest[];
  readonly directives: readonly Directives[];
  /** Written references of what is not planned, each with the reason, as the end of a sentence: `… is local-config`. */
  readonly leftOut: ReadonlyMap<string, string>;
}

/** Takes out what its own annotations keep from being applied. */
export function withoutLeftOut(
  candidates: Candidates,
): Candidates & { readonly notes: readonly Diagnostic[] } {
  const leftOut = new Map(candidates.leftOut);
  const notes: Diagnostic[] = [];
  candidates.manifests.forEach((manifest, index) => {
    const why = candidates.directives[index]?.leftOut ?? null;
    if (why !== null) {
      const reason = `is left out by ${why.said}`;
      leftOut.set(manifest.key, reason);
      notes.push({
        code: "LocalConfig",
        severity: "note",
        message: `${manifest.key} ${reason}`,
        ref: manifest.key,
        origin: locate(manifest.document, [...manifest.path, ...why.path], "key"),
      });
    }
  });
  return { ...without(candidates, new Set(leftOut.keys())), leftOut, notes };
}

/** Takes out the objects that an error speaks of, and remembers why. */
export function withoutFaulty(candidates: Candidates, faulty: ReadonlySet<string>): Candidates {
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

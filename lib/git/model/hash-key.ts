import { createHash } from "node:crypto";

import { compareText } from "../../object/object-ref.ts";
import type { GitAccess } from "./git-source.ts";

/** Returns a name for a folder that is the same for the same facts; the order of fields does not matter. */
export function hashOf(facts: readonly (string | number | boolean | GitAccess)[]): string {
  const text = JSON.stringify(
    facts.map((fact) =>
      typeof fact === "object"
        ? Object.entries(fact).toSorted(([left], [right]) => compareText(left, right))
        : fact,
    ),
  );
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

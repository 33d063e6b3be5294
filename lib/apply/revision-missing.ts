import type { ParentRecord } from "../inventory/parent.ts";
import { RefusedError } from "./refused-error.ts";

/** That a release lacks the revision that is asked for, and which ones there are. `what`: `has no revision 7`. */
export function revisionMissing({ release, namespace, history }: ParentRecord, what: string): RefusedError {
  const kept =
    history.length === 0
      ? "none is kept yet: the next apply keeps one"
      : `kept are ${history.map(({ number, outcome }) => `${number} (${outcome})`).join(", ")}`;
  return new RefusedError(`release ${release} in namespace ${namespace} ${what}; ${kept}`);
}

import { nameOrigin } from "../../manifest/locate-field.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { count } from "../../object/message-text.ts";
import type { BoundPolicy } from "./policy-set.ts";

/** An object that a policy may apply to, and what would have to be known to decide. */
export interface OpenQuestion {
  readonly manifest: Manifest;
  readonly unknown: readonly string[];
}

const shownNames = 3;

/** Returns the note about the objects for which a policy is not decided offline. */
export function openFinding(
  { policy, binding }: BoundPolicy,
  questions: readonly OpenQuestion[],
): Diagnostic {
  const { manifest } = policy;
  const unknown = [...new Set(questions.flatMap((question) => question.unknown))].join(", ");
  const keys = [...new Set(questions.map((question) => question.manifest.key))];
  const rest = keys.length - shownNames;
  const objects = [
    ...keys.slice(0, shownNames),
    ...(rest > 0 ? [`and ${count(rest, "other object")}`] : []),
  ].join(", ");
  return {
    code: "PolicyUndecided",
    severity: "note",
    message: `${manifest.key} with binding ${binding.name} is not decided for ${objects}: ${unknown} is known to the cluster only`,
    ref: manifest.key,
    origin: nameOrigin(manifest),
  };
}

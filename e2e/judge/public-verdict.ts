import { resolveManifests } from "../../lib/manifest/resolve-manifests.ts";
import { readManifests } from "../../lib/manifest/parse-manifests.ts";
import { hasErrors } from "../../lib/object/diagnostic/diagnostic.ts";
import type { BuiltinSchemas } from "../../lib/validate/builtin/builtin-schemas.ts";
import { checkSet } from "../../lib/validate/validate-set.ts";
import { type JudgedCase, subjectOf } from "./judged-case.ts";

/**
 * Whether `converge validate` reports no error for the object as a text; for an update, with the current
 * object.
 */
export function isValid(judged: JudgedCase, builtin: BuiltinSchemas): boolean {
  const { definition, object, old } = judged;
  const source = { name: "question.json", text: JSON.stringify(subjectOf(judged)) };
  const { objects, diagnostics } = readManifests(source);
  const { manifests } = resolveManifests(objects, "default");
  const findings = checkSet(manifests, {
    level: "strict",
    minor: builtin.minor,
    builtin,
    definitions: object === undefined ? [] : [definition],
    old: () => old,
  });
  return !hasErrors([...diagnostics, ...findings]);
}

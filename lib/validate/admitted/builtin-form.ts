import type { Manifest } from "../../manifest/manifest.ts";
import type { JsonObject } from "../../object/json.ts";
import { kindDefaults } from "./kind-defaults.ts";
import { typedForm } from "./typed-form.ts";

/**
 * Returns an object of a built-in kind with the defaults of the server's code, without what the server
 * generates. If it is `pruned`, empty values are left out too. A kind whose defaults are not known is
 * returned unchanged.
 */
export function builtinForm(
  stored: JsonObject,
  { apiVersion, kind }: Pick<Manifest, "apiVersion" | "kind">,
  { pruned }: { readonly pruned: boolean },
): JsonObject {
  const known = kindDefaults.get(`${apiVersion} ${kind}`);
  if (known === undefined) {
    return stored;
  }
  const { status: _, ...written } = stored;
  return known.defaults(pruned ? typedForm(written) : written);
}

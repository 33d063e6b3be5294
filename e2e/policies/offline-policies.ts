import { readManifests } from "../../lib/manifest/parse-manifests.ts";
import { resolveManifests } from "../../lib/manifest/resolve-manifests.ts";
import type { Manifest } from "../../lib/manifest/manifest.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import { type JsonObject, stringifyJson } from "../../lib/object/json.ts";
import { createValidator } from "../../lib/validate/create-validator.ts";

/** Reads objects as manifests of a namespace. */
export function manifestsOf(objects: readonly JsonObject[], namespace: string): readonly Manifest[] {
  const text = objects.map((object) => stringifyJson(object)).join("\n");
  const { objects: read } = readManifests({ name: "set.json", text });
  return resolveManifests(read, namespace).manifests;
}

/** The verdict of converge on an object, by policies that are in the cluster. */
export interface OfflineVerdict {
  readonly denied: readonly string[];
  readonly warned: readonly string[];
  /** The names of the policies that are not decided. */
  readonly undecided: readonly string[];
  /** The verdict by Pod Security. */
  readonly security: { readonly denied: readonly string[]; readonly warned: readonly string[] };
  readonly others: readonly Diagnostic[];
}

/** Checks an object, optionally with its earlier state. */
export async function offlineVerdict(
  manifest: Manifest,
  policies: readonly Manifest[],
  old?: JsonObject,
): Promise<OfflineVerdict> {
  const validator = await createValidator({ level: "strict", minor: 36, policies });
  const live = old === undefined ? undefined : new Map([[manifest.key, old]]);
  const found = validator?.check([manifest], live) ?? [];
  const texts = (severity: string, code: string = "PolicyViolation"): readonly string[] =>
    found
      .filter((one) => one.code === code && one.severity === severity)
      .map(({ message }) => message.slice(manifest.key.length + 2));
  return {
    denied: texts("error"),
    warned: texts("warning"),
    undecided: found
      .filter(({ code }) => code === "PolicyUndecided")
      .map(({ ref = "" }) => ref.slice(ref.lastIndexOf("/") + 1)),
    security: {
      denied: texts("error", "PodSecurityViolation"),
      warned: texts("warning", "PodSecurityViolation"),
    },
    others: found.filter(({ code }) => !code.startsWith("Policy")),
  };
}

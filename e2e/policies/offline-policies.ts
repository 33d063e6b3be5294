import { readManifests } from "../../lib/manifest/parse-manifests.ts";
import { resolveManifests } from "../../lib/manifest/resolve-manifests.ts";
import type { Manifest } from "../../lib/manifest/manifest.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import { type JsonObject, stringifyJson } from "../../lib/object/json.ts";
import { renderAsStored } from "../../lib/validate/as-stored.ts";
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

/** An object as converge expects it after the mutating policies of the cluster. */
export interface OfflineMutation {
  readonly value: JsonObject;
  /** The refusals of the object, in the words of the server. */
  readonly denied: readonly string[];
  readonly undecided: readonly string[];
  /** Whether a policy changes it: the value then has all defaults. */
  readonly isChanged: boolean;
}

/** Mutates an object by policies that are in the cluster. */
export async function mutatedOffline(
  object: JsonObject,
  policies: readonly Manifest[],
  namespace: string,
): Promise<OfflineMutation> {
  const manifests = manifestsOf([object], namespace);
  const validator = await createValidator({ level: "strict", minor: 36, policies });
  const found = validator?.check(manifests) ?? [];
  const texts = (wanted: (one: Diagnostic) => boolean): readonly string[] =>
    found.filter(wanted).map(({ message }) => message.replace(/^\S+: /, ""));
  const [manifest] = manifests;
  const steps = { defaulted: true, pruned: true };
  const shown =
    manifest && (await renderAsStored(manifest, manifests, { definitions: [], minor: 36, steps, policies }));
  return {
    value: shown !== undefined && "value" in shown ? shown.value : {},
    denied: texts(({ severity }) => severity === "error"),
    undecided: texts(({ code }) => code === "PolicyUndecided"),
    isChanged: texts(({ code }) => code === "PolicyMutation").length > 0,
  };
}

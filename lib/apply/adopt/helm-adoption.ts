/** Adopts a Helm release. */
import { formatHelmName, helmSelector, isOwnedByHelm } from "../../inventory/helm-record.ts";
import { keepReason } from "../../inventory/keep-policy.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { resolveManifests } from "../../manifest/resolve-manifests.ts";
import type { JsonObject } from "../../object/json.ts";
import { metadataOf, refOf } from "../../object/metadata.ts";
import { formatRef, versionOf } from "../../object/object-ref.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { RunContext } from "../model/run-context.ts";
import type { Adoption } from "./adoption.ts";
import type { HelmRelease } from "./helm-release.ts";
import { readListed } from "./leftovers.ts";

/** The adoption of a Helm release, whose records have been read. */
export function helmAdoption(helm: HelmRelease): Adoption {
  const { owner, namespace, storage, wasUp } = helm;
  const owns = (object: JsonObject): boolean => isOwnedByHelm(object, owner);
  const isRead = storage !== "unreadable";
  return {
    tool: "Helm",
    title: `Helm release ${owner}`,
    flag: `--adopt-helm-release ${formatHelmName(helm)}`,
    marks: [],
    record: storage,
    wasUp,
    bears: owns,
    owns,
    words: {
      unrecorded: `Helm has no Secrets of release ${owner} in namespace ${namespace}`,
      none: `no object of the set belongs to it${isRead ? ", and Helm has no record of it" : ""}; see helm list -A, and use --adopt-helm-release NAMESPACE/NAME if it is in another namespace`,
      remaining: remainingOf(helm),
    },
    findLeftovers: (isWanted, deps) => findLeftovers(helm, isWanted, deps),
  };
}

function remainingOf(helm: HelmRelease): string | undefined {
  const { name, namespace, owner, storage } = helm;
  if (storage === "missing") {
    return undefined;
  }
  const knows = storage === "found" ? "still has a record of" : "may still have a record of";
  return `Helm ${knows} release ${owner}: helm uninstall ${name} would delete its objects. To delete the record: kubectl -n ${namespace} delete secret -l ${helmSelector(helm)}`;
}

/**
 * Returns, by key, the live objects of a Helm release that the set lacks: objects of its manifests that still
 * carry its ownership mark, and that neither the manifest nor the object asks to keep.
 */
async function findLeftovers(
  helm: HelmRelease,
  isWanted: (key: string, object: JsonObject) => boolean,
  deps: EffectDeps,
): Promise<ReadonlyMap<string, JsonObject>> {
  const { manifests } = resolveManifests(
    helm.stored,
    helm.namespace,
    (kind) => deps.kinds.find(kind)?.namespaced,
  );
  const stored = new Map(manifests.map((manifest) => [manifest.key, manifest]));
  const found = await Promise.all(
    [...stored.values()]
      .filter(({ key }) => !isWanted(key, {}))
      .map((manifest) => readLeftover(manifest, helm, deps)),
  );
  const leftovers = found.flatMap((object) => (object === undefined ? [] : [object]));
  return new Map(
    leftovers
      .map((object) => [formatRef(refOf(object)), object] as const)
      .filter(([key, object]) => !isWanted(key, object)),
  );
}

async function readLeftover(
  { ref, apiVersion, value, key }: Manifest,
  { owner }: HelmRelease,
  deps: EffectDeps,
): Promise<JsonObject | undefined> {
  const resource = deps.kinds.find(ref, versionOf(apiVersion)) ?? deps.kinds.find(ref);
  if (resource === undefined) {
    return undefined;
  }
  const title = `Helm release ${owner}`;
  const live = await readListed(ref, { resource, title }, deps);
  if (live === undefined || !isOwnedByHelm(live, owner)) {
    return undefined;
  }
  const kept = keepReason(metadataOf(value));
  if (kept !== undefined && keepReason(metadataOf(live)) === undefined) {
    note(`${key} is kept: ${kept} in the manifest of ${title}`, deps.context);
    return undefined;
  }
  return live;
}

function note(message: string, { emit, clock }: RunContext): void {
  emit({ type: "notice", at: clock.now(), level: "note", message });
}

/** Takes a release over from Helm: what of it is left over, whether there is anything to take, and what is told in the end. */
import { ApiError } from "../cluster/api-error.ts";
import { formatHelmName, helmSelector } from "../inventory/helm-record.ts";
import { isOwnedByHelm } from "../inventory/helm-mark.ts";
import { keepReason } from "../inventory/kept.ts";
import type { ParentRecord } from "../inventory/parent.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { resolveManifests } from "../manifest/manifest-set.ts";
import { type JsonObject, objectField } from "../object/json.ts";
import { formatRef, versionOf } from "../object/object-ref.ts";
import type { Decision } from "./decision.ts";
import type { Result } from "./event.ts";
import type { EffectDeps } from "./hands.ts";
import type { HelmRelease } from "./helm-release.ts";
import { refOf } from "./live-object.ts";
import { getIfExists } from "./read-object.ts";
import { RefusedError } from "./refused-error.ts";
import type { RunContext } from "./world.ts";

/**
 * What a Helm release has in the cluster and the set lacks, by key: objects of its manifests that still bear its mark, and that
 * neither the manifest nor the object wants to be kept.
 */
export async function findLeftovers(
  helm: HelmRelease,
  isWanted: (key: string, object: JsonObject) => boolean,
  hands: EffectDeps,
): Promise<ReadonlyMap<string, JsonObject>> {
  const { manifests } = resolveManifests(
    helm.stored,
    helm.namespace,
    (kind) => hands.kinds.find(kind)?.namespaced,
  );
  const stored = new Map(manifests.map((manifest) => [manifest.key, manifest]));
  const found = await Promise.all(
    [...stored.values()]
      .filter(({ key }) => !isWanted(key, {}))
      .map((manifest) => readLeftover(manifest, helm, hands)),
  );
  const leftovers = found.flatMap((object) => (object === undefined ? [] : [object]));
  return new Map(
    leftovers
      .map((object) => [formatRef(refOf(object)), object] as const)
      .filter(([key, object]) => !isWanted(key, object)),
  );
}

async function readLeftover(
  manifest: Manifest,
  helm: HelmRelease,
  hands: EffectDeps,
): Promise<JsonObject | undefined> {
  const { ref, name, apiVersion, value, key } = manifest;
  const resource = hands.kinds.find(ref, versionOf(apiVersion)) ?? hands.kinds.find(ref);
  if (resource === undefined) {
    return undefined;
  }
  const live = await getIfExists({ resource, namespace: ref.namespace, name }, hands.world).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError && error.status === 403)) {
        throw error;
      }
      tell(
        "warning",
        `${key} of Helm release ${helm.owner} cannot be seen, and stays: ${error.message}`,
        hands.world,
      );
      return undefined;
    },
  );
  if (live === undefined || !isOwnedByHelm(live, helm.owner)) {
    return undefined;
  }
  const kept = keepReason(objectField(value, "metadata"));
  if (kept !== undefined && keepReason(objectField(live, "metadata")) === undefined) {
    tell("note", `${key} is kept: ${kept} in the manifest of Helm release ${helm.owner}`, hands.world);
    return undefined;
  }
  return live;
}

/** Throws a RefusedError where there is nothing of a Helm release, neither in Helm's memory nor in the cluster. */
export function requireHelmRelease(
  helm: HelmRelease,
  decisions: Iterable<Decision>,
  { record, world }: { readonly record: ParentRecord; readonly world: RunContext },
): void {
  const isMarked = [...decisions].some(
    (decision) =>
      decision.type !== "foreign" && decision.live !== undefined && isOwnedByHelm(decision.live, helm.owner),
  );
  const isRead = helm.storage !== "unreadable";
  if (helm.storage === "found" || (!isRead && (isMarked || hasSucceeded(record)))) {
    return;
  }
  if (isMarked) {
    tell(
      "warning",
      `Helm remembers nothing of release ${helm.owner} in Secrets of namespace ${helm.namespace}: what it has and the set lacks is not known, and stays`,
      world,
    );
  } else if (hasSucceeded(record)) {
    tell("warning", `there is no Helm release ${helm.owner} any more: leave --adopt-helm-release out`, world);
  } else {
    throw new RefusedError(
      `there is no Helm release ${helm.owner}: no object of the set is marked as its own${isRead ? ", and Helm remembers nothing of it" : ""}; see helm list -A, and write --adopt-helm-release NAMESPACE/NAME where it is of another namespace`,
    );
  }
}

/** Whether the release was applied before, so that it may be Helm's no more. */
function hasSucceeded({ history }: ParentRecord): boolean {
  return history.some(({ outcome }) => outcome === "succeeded");
}

/** Tells what is left to do once a run has ended. */
export function reportAdoption(
  helm: HelmRelease | undefined,
  { verdict }: Pick<Result, "verdict">,
  { choices, world }: Pick<EffectDeps, "choices" | "world">,
): void {
  if (helm === undefined || choices.dryRun !== false) {
    return;
  }
  const { name, namespace, owner, storage } = helm;
  if (verdict !== "converged") {
    tell(
      "warning",
      `Helm release ${owner} is not taken over as a whole yet: run again with --adopt-helm-release ${formatHelmName(helm)}`,
      world,
    );
  } else if (storage !== "missing") {
    const knows = storage === "found" ? "still knows" : "may still know";
    tell(
      "warning",
      `Helm ${knows} release ${owner}: helm uninstall ${name} would delete its objects. To make Helm forget it: kubectl -n ${namespace} delete secret -l ${helmSelector(helm)}`,
      world,
    );
  }
}

function tell(level: "note" | "warning", message: string, { hear, clock }: RunContext): void {
  hear({ type: "notice", at: clock.now(), level, message });
}

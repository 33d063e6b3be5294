/**
 * Adopts a Helm release: finds its leftovers, requires that there is something to adopt, and reports what
 * remains to be done.
 */
import { ApiError } from "../../client/model/api-error.ts";
import { formatHelmName, helmSelector, isOwnedByHelm } from "../../inventory/helm-record.ts";
import { keepReason } from "../../inventory/keep-policy.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { resolveManifests } from "../../manifest/resolve-manifests.ts";
import { type JsonObject } from "../../object/json.ts";
import { metadataOf, refOf } from "../../object/metadata.ts";
import { formatRef, versionOf } from "../../object/object-ref.ts";
import type { Decision } from "./decide-object.ts";
import type { Result } from "../model/event.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { HelmRelease } from "../store/helm-release.ts";
import { getIfExists } from "../store/applyset-store.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { RunContext } from "../model/run-context.ts";

/**
 * Returns, by key, the live objects of a Helm release that the set lacks: objects of its manifests that still
 * carry its ownership mark, and that neither the manifest nor the object asks to keep.
 */
export async function findLeftovers(
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
  manifest: Manifest,
  helm: HelmRelease,
  deps: EffectDeps,
): Promise<JsonObject | undefined> {
  const { ref, name, apiVersion, value, key } = manifest;
  const resource = deps.kinds.find(ref, versionOf(apiVersion)) ?? deps.kinds.find(ref);
  if (resource === undefined) {
    return undefined;
  }
  const live = await getIfExists({ resource, namespace: ref.namespace, name }, deps.context).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError && error.status === 403)) {
        throw error;
      }
      report(
        "warning",
        `${key} of Helm release ${helm.owner} cannot be read and is kept: ${error.message}`,
        deps.context,
      );
      return undefined;
    },
  );
  if (live === undefined || !isOwnedByHelm(live, helm.owner)) {
    return undefined;
  }
  const kept = keepReason(metadataOf(value));
  if (kept !== undefined && keepReason(metadataOf(live)) === undefined) {
    report("note", `${key} is kept: ${kept} in the manifest of Helm release ${helm.owner}`, deps.context);
    return undefined;
  }
  return live;
}

/**
 * Throws a RefusedError if nothing of a Helm release exists, neither in Helm's storage nor in the cluster.
 */
export function requireHelmRelease(
  helm: HelmRelease,
  decisions: Iterable<Decision>,
  { record, context }: { readonly record: ParentRecord; readonly context: RunContext },
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
    report(
      "warning",
      `Helm has no Secrets of release ${helm.owner} in namespace ${helm.namespace}: its objects that are not in the manifests are unknown and are kept`,
      context,
    );
  } else if (hasSucceeded(record)) {
    report("warning", `Helm release ${helm.owner} no longer exists: remove --adopt-helm-release`, context);
  } else {
    throw new RefusedError(
      `there is no Helm release ${helm.owner}: no object of the set belongs to it${isRead ? ", and Helm has no record of it" : ""}; see helm list -A, and use --adopt-helm-release NAMESPACE/NAME if it is in another namespace`,
    );
  }
}

/** Reports whether the release was applied before, so that Helm may no longer own it. */
function hasSucceeded({ history }: ParentRecord): boolean {
  return history.some(({ outcome }) => outcome === "succeeded");
}

/** Reports what is left to do once a run has ended. */
export function reportAdoption(
  helm: HelmRelease | undefined,
  { verdict }: Pick<Result, "verdict">,
  { choices, context }: Pick<EffectDeps, "choices" | "context">,
): void {
  if (helm === undefined || choices.dryRun !== false) {
    return;
  }
  const { name, namespace, owner, storage } = helm;
  if (verdict !== "converged") {
    report(
      "warning",
      `Helm release ${owner} is only partly adopted: run again with --adopt-helm-release ${formatHelmName(helm)}`,
      context,
    );
  } else if (storage !== "missing") {
    const knows = storage === "found" ? "still has a record of" : "may still have a record of";
    report(
      "warning",
      `Helm ${knows} release ${owner}: helm uninstall ${name} would delete its objects. To delete the record: kubectl -n ${namespace} delete secret -l ${helmSelector(helm)}`,
      context,
    );
  }
}

function report(level: "note" | "warning", message: string, { emit, clock }: RunContext): void {
  emit({ type: "notice", at: clock.now(), level, message });
}

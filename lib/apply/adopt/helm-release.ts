/** A release that Helm or werf has installed and that converge adopts, as recorded in Helm's storage. */
import { ApiError } from "../../client/model/api-error.ts";
import {
  formatHelmName,
  helmBusy,
  helmManifest,
  type HelmName,
  helmRevisions,
  helmSelector,
  retainedRevisions,
  wasUp,
} from "../../inventory/helm-record.ts";
import type { ReadObject } from "../../manifest/manifest.ts";
import { readManifests } from "../../manifest/parse-manifests.ts";
import { getIfExists } from "../store/applyset-store.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { RunContext } from "../model/run-context.ts";
import { secrets } from "../model/well-known-resources.ts";

/** The known facts about a Helm release. */
export interface HelmRelease extends HelmName {
  /** As in the ownership marks on its objects: `shop/web`. */
  readonly owner: string;
  /** Whether Helm's storage has the release, holds nothing of that name, or may not be read. */
  readonly storage: "found" | "missing" | "unreadable";
  /** It was deployed: the next action is an upgrade. Assumed if nothing is stored. */
  readonly wasUp: boolean;
  /** The objects of its manifests, without hooks and CRDs of `crds` folders. */
  readonly stored: readonly ReadObject[];
}

/**
 * Reads a release from Helm's storage. Releases that cannot be read are reported and count as unknown. Throws
 * a RefusedError if a Helm operation on it is in progress.
 */
export async function openHelmRelease(helm: HelmName, context: RunContext): Promise<HelmRelease> {
  const { cluster, signal } = context;
  const common = { ...helm, owner: formatHelmName(helm) };
  const selection = { resource: secrets, namespace: helm.namespace, labelSelector: helmSelector(helm) };
  try {
    const listed = await cluster.list({ ...selection, metadataOnly: true }, { signal });
    const revisions = helmRevisions(listed, helm);
    const busy = helmBusy(revisions, helm);
    if (busy !== undefined) {
      throw new RefusedError(busy);
    }
    const names = retainedRevisions(revisions).map(({ secret }) => secret);
    const read = await Promise.all(names.map((name) => readRevision(name, helm, context)));
    return {
      ...common,
      storage: revisions.length === 0 ? "missing" : "found",
      wasUp: revisions.length === 0 || wasUp(revisions),
      stored: read.flat(),
    };
  } catch (error) {
    if (!isForbidden(error)) {
      throw error;
    }
    report(
      `objects of Helm release ${common.owner} that are not in the manifests are unknown and are kept: ${error.message}`,
      context,
    );
    return { ...common, storage: "unreadable", wasUp: true, stored: [] };
  }
}

async function readRevision(
  name: string,
  helm: HelmName,
  context: RunContext,
): Promise<readonly ReadObject[]> {
  const secret = await getIfExists({ resource: secrets, namespace: helm.namespace, name }, context);
  const manifest = helmManifest(secret ?? {});
  if (typeof manifest !== "string") {
    report(
      `objects in Helm's Secret ${helm.namespace}/${name} that are not in the manifests are unknown and are kept: ${manifest.fault}`,
      context,
    );
    return [];
  }
  const { objects, diagnostics } = readManifests({ name, text: manifest });
  const faults = diagnostics.filter(({ severity }) => severity === "error").length;
  if (faults > 0) {
    report(`${faults} objects with errors in Helm's Secret ${helm.namespace}/${name} are ignored`, context);
  }
  return objects;
}

function isForbidden(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 403;
}

function report(message: string, { emit, clock }: RunContext): void {
  emit({ type: "notice", at: clock.now(), level: "warning", message });
}

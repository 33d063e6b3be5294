import { ApiError } from "../../client/model/api-error.ts";
import type { Patch } from "../../client/model/cluster.ts";
import { renamedManagers } from "../../inventory/managed-fields.ts";
import { isObject, type JsonObject, stringField } from "../../object/json.ts";
import { managedFieldsOf, resourceVersionOf } from "../../object/metadata.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { EffectContext } from "../model/task.ts";
import { fieldManager } from "../model/write-choices.ts";
import type { WriteAttempt } from "./object-write.ts";

/** The API server refuses every write of an object with managed fields of a version that is gone. */
const lostVersion = /request to convert CR to an invalid group\/version: (\S+)/;

/** The maximum number of moves, which are tried again when others write the object at the same time. */
const mostAttempts = 10;

/**
 * Moves the managed fields of a version that is no longer served to that of the manifest, so that a field
 * that has left the manifest is removed. Reports whether there were any, and so whether to try the write
 * again.
 */
export async function renameLostVersion(
  { message }: ApiError,
  { sending: { manifest }, progress }: WriteAttempt,
  { deps, acting }: { readonly deps: EffectDeps; readonly acting: EffectContext },
): Promise<boolean> {
  const [, lost] = lostVersion.exec(message) ?? [];
  if (lost === undefined || deps.choices.dryRun !== false) {
    return false;
  }
  const { cluster } = deps.context;
  const { signal } = acting;
  for (let attempt = 1; ; attempt += 1) {
    const live = await cluster.get(progress.place(), { signal });
    const patch = renamingPatch(live, { lost, apiVersion: manifest.apiVersion });
    if (patch === undefined) {
      return attempt > 1;
    }
    try {
      await cluster.patch(progress.place(), patch, { signal, options: { fieldManager } });
      break;
    } catch (error) {
      // Someone has written the object in between.
      if (!(error instanceof ApiError && error.status === 409) || attempt >= mostAttempts) {
        throw error;
      }
    }
  }
  acting.notice(
    "note",
    `moved the managed fields of ${lost}, which is no longer served, to ${manifest.apiVersion}`,
  );
  return true;
}

/** The patch that moves the managed fields of one version to another; undefined if there are none. */
export function renamingPatch(
  live: JsonObject,
  { lost, apiVersion }: { readonly lost: string; readonly apiVersion: string },
): Patch | undefined {
  const all = managedFieldsOf(live).filter((entry) => isObject(entry));
  const versions = new Set([lost, apiVersion]);
  const isMeant = (entry: JsonObject): boolean => versions.has(stringField(entry, "apiVersion") ?? "");
  const renamed = renamedManagers({ managedFields: all.filter(isMeant) }, apiVersion);
  return renamed === undefined
    ? undefined
    : {
        type: "json",
        body: [
          {
            op: "replace",
            path: "/metadata/managedFields",
            value: [...renamed, ...all.filter((entry) => !isMeant(entry))],
          },
          { op: "replace", path: "/metadata/resourceVersion", value: resourceVersionOf(live) },
        ],
      };
}

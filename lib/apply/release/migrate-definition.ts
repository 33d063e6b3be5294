/**
 * Brings all objects of a custom resource to the version in which its definition stores them now, and then
 * tells the definition that no other version is stored (Kubernetes documentation, "Upgrade existing objects
 * to a new stored version"). Killed at any instant it can be run again: the definition is told last.
 */
import PQueue from "p-queue";

import { ApiError, isNotFound } from "../../client/model/api-error.ts";
import type { Place, Resource } from "../../client/model/cluster.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { definedKind } from "../../manifest/crd.ts";
import { compareText } from "../../object/object-ref.ts";
import { definitionKind } from "../model/definition-kind.ts";
import { renamedManagers } from "../../inventory/merge-managed-fields.ts";
import { getIfExists } from "../store/get-or-undefined.ts";
import { storageVersion, storedVersions } from "../../validate/crd/removed-version.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { RunContext } from "../model/run-context.ts";
import { fieldManager } from "../model/write-choices.ts";

/** Which definition, and how. */
export interface MigrationRequest {
  /** `crontabs.stable.example.com`. */
  readonly name: string;
  /** Only tells what would be done. */
  readonly dryRun: boolean;
  /** Requests under way at a time. */
  readonly concurrency: number;
}

/** What a migration has done, or would do. */
export interface Migration {
  readonly name: string;
  /** The version in which objects are stored now. */
  readonly storage: string;
  /** Those that were stored before, as the definition tells. */
  readonly stored: readonly string[];
  readonly objects: number;
  /**
   * Objects that the server did not take, with its reasons, sorted: as long as there are any, the definition
   * is not told.
   */
  readonly refused: readonly string[];
  /** Whether the definition now knows of one stored version alone. */
  readonly settled: boolean;
}

/** Migrates. Throws a RefusedError where there is no such definition. */
export async function migrateDefinition(request: MigrationRequest, context: RunContext): Promise<Migration> {
  const place: Place = { resource: definitionKind, namespace: "", name: request.name };
  const definition = await readDefinition(place, context);
  const storage = storageVersion(definition) ?? "";
  const stored = storedVersions(definition);
  const found = { name: request.name, storage, stored };
  if (stored.every((version) => version === storage)) {
    return { ...found, objects: 0, refused: [], settled: true };
  }
  const resource = await resourceOf(definition, context);
  const objects = await context.cluster.list({ resource, metadataOnly: true }, { signal: context.signal });
  if (request.dryRun) {
    return { ...found, objects: objects.length, refused: [], settled: false };
  }
  const refused = await rewriteAll(objects, {
    resource,
    context,
    concurrency: request.concurrency,
    managersUnder: hasWebhook(definition) ? undefined : `${resource.group}/${storage}`,
  });
  if (refused.length === 0) {
    await settle(place, { storage, context });
  }
  return { ...found, objects: objects.length, refused, settled: refused.length === 0 };
}

async function readDefinition(place: Place, context: RunContext): Promise<JsonObject> {
  const definition = await getIfExists(place, context);
  if (definition === undefined) {
    throw new RefusedError(
      `there is no definition ${place.name}: its name is <plural>.<group>, as \`kubectl get crds\` shows it`,
    );
  }
  return definition;
}

function hasWebhook(definition: JsonObject): boolean {
  return stringField(objectField(objectField(definition, "spec"), "conversion"), "strategy") === "Webhook";
}

async function resourceOf(definition: JsonObject, { cluster, signal }: RunContext): Promise<Resource> {
  const defined = definedKind(definition);
  const resource = (await cluster.discover({ signal })).find(defined);
  if (resource === undefined) {
    throw new RefusedError(
      `the server serves no version of ${defined.kind} of ${defined.group}: its objects cannot be reached; set \`served: true\` on one`,
    );
  }
  return resource;
}

interface Rewriting {
  readonly resource: Resource;
  readonly context: RunContext;
  readonly concurrency: number;
  /**
   * The version under which all managers of fields are brought: under one that the definition loses later,
   * the server could not tell whose a field is, and would refuse every apply. Undefined where a webhook
   * converts, since its versions may name fields otherwise.
   */
  readonly managersUnder: string | undefined;
}

async function rewriteAll(objects: readonly JsonObject[], rewriting: Rewriting): Promise<readonly string[]> {
  const queue = new PQueue({ concurrency: rewriting.concurrency });
  const refused = await queue.addAll(objects.map((object) => () => rewrite(object, rewriting)));
  return refused.filter((refusal) => refusal !== undefined).toSorted(compareText);
}

/** So often an object is tried anew that somebody else writes between our look and our patch. */
const mostAttempts = 10;

/**
 * Writes an object as it stands. The server stores it anew although nothing changes, since its stored bytes
 * name another version. What is gone (404) needs no more. Gives the server's words where it does not take it.
 */
async function rewrite(seen: JsonObject, rewriting: Rewriting): Promise<string | undefined> {
  const { name, namespace } = identityOf(seen);
  const place = { resource: rewriting.resource, namespace, name };
  let object: JsonObject | undefined = seen;
  let refusal: ApiError | undefined;
  for (let attempt = 1; object !== undefined && attempt <= mostAttempts; attempt += 1) {
    refusal = await tryRewrite(object, place, rewriting);
    if (refusal?.status !== 409) {
      break;
    }
    object = await getIfExists(place, rewriting.context);
  }
  return refusal === undefined || object === undefined
    ? undefined
    : `${namespace === "" ? "" : `${namespace}/`}${name}: ${refusal.message}`;
}

/** Why the server did not take it; undefined where it did, or the object is gone. */
async function tryRewrite(
  object: JsonObject,
  place: Place,
  { context, managersUnder }: Rewriting,
): Promise<ApiError | undefined> {
  try {
    await context.cluster.patch(
      place,
      { type: "merge", body: { metadata: rewritten(object, managersUnder) } },
      { signal: context.signal, options: { fieldManager } },
    );
    return undefined;
  } catch (error) {
    if (isNotFound(error)) {
      return undefined;
    }
    if (error instanceof ApiError && error.status < 500) {
      return error;
    }
    throw error;
  }
}

/** What is sent of an object: who it is, and its managers under the version that will be left. */
function rewritten(object: JsonObject, managersUnder: string | undefined): JsonObject {
  const { uid, resourceVersion } = identityOf(object);
  const managedFields =
    managersUnder === undefined ? undefined : renamedManagers(objectField(object, "metadata"), managersUnder);
  return { uid, resourceVersion, ...(managedFields === undefined ? {} : { managedFields }) };
}

type Identity = Readonly<Record<"name" | "namespace" | "uid" | "resourceVersion", string>>;

function identityOf(object: JsonObject): Identity {
  const metadata = objectField(object, "metadata");
  const read = (name: keyof Identity): string => stringField(metadata, name) ?? "";
  return {
    name: read("name"),
    namespace: read("namespace"),
    uid: read("uid"),
    resourceVersion: read("resourceVersion"),
  };
}

/** Tells the definition that only one version is stored; not where it was given another one meanwhile. */
async function settle(
  place: Place,
  { storage, context }: { readonly storage: string; readonly context: RunContext },
): Promise<void> {
  for (;;) {
    const now = await readDefinition(place, context);
    const present = storageVersion(now) ?? "";
    if (present !== storage) {
      throw new RefusedError(
        `${place.name} stores another version since this began (${present}): run it again`,
      );
    }
    const { resourceVersion } = identityOf(now);
    const body = { metadata: { resourceVersion }, status: { storedVersions: [storage] } };
    try {
      await context.cluster.patch(
        { ...place, subresource: "status" },
        { type: "merge", body },
        { signal: context.signal, options: { fieldManager } },
      );
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) {
        throw error;
      }
    }
  }
}

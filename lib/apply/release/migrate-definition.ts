/**
 * Rewrites all objects of a custom resource in the version in which its CRD stores them now, and then removes
 * all other versions from the CRD's `status.storedVersions` (Kubernetes documentation, "Upgrade existing
 * objects to a new stored version"). A run killed at any point can be repeated: the CRD is updated last.
 */
import PQueue from "p-queue";

import { ApiError, isNotFound } from "../../client/model/api-error.ts";
import type { Place, Resource } from "../../client/model/cluster.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { metadataOf, nameOf, namespaceOf, resourceVersionOf, uidOf } from "../../object/metadata.ts";
import { definedKind } from "../../manifest/crd.ts";
import { compareText } from "../../object/object-ref.ts";
import { renamedManagers } from "../../inventory/managed-fields.ts";
import { getIfExists } from "../store/applyset-store.ts";
import { storageVersion, storedVersions } from "../../validate/crd/removed-version.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { RunContext } from "../model/run-context.ts";
import { fieldManager } from "../model/write-choices.ts";
import { definitionKind } from "../model/well-known-resources.ts";

/** The CRD to migrate, and how. */
export interface MigrationRequest {
  /** `crontabs.stable.example.com`. */
  readonly name: string;
  /** Only reports what would be done. */
  readonly dryRun: boolean;
  /** The number of concurrent requests. */
  readonly concurrency: number;
}

/** The result of a migration, or what it would be. */
export interface Migration {
  readonly name: string;
  /** The version in which objects are stored now. */
  readonly storage: string;
  /** The versions in which they were stored before, according to the CRD. */
  readonly stored: readonly string[];
  readonly objects: number;
  /**
   * Objects that the server refused, with its reasons, sorted: as long as there are any, the CRD is not
   * updated.
   */
  readonly refused: readonly string[];
  /** Whether the CRD now lists a single stored version. */
  readonly settled: boolean;
}

/** Migrates a CRD. Throws a RefusedError if it does not exist. */
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
      `CustomResourceDefinition ${place.name} not found: its name is <plural>.<group>, as in \`kubectl get crds\``,
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
   * The version to which all entries of managedFields are moved: under a version that the CRD loses later,
   * the server could not determine the owner of a field, and would refuse every apply. Undefined if a webhook
   * converts, since its versions may name fields differently.
   */
  readonly managersUnder: string | undefined;
}

async function rewriteAll(objects: readonly JsonObject[], rewriting: Rewriting): Promise<readonly string[]> {
  const queue = new PQueue({ concurrency: rewriting.concurrency });
  const refused = await queue.addAll(objects.map((object) => () => rewrite(object, rewriting)));
  return refused.filter((refusal) => refusal !== undefined).toSorted(compareText);
}

/** The most attempts at an object that someone else writes between our read and our patch. */
const mostAttempts = 10;

/**
 * Writes an object unchanged. The server stores it again although nothing changes, since its stored bytes are
 * in another version. An object that is gone (404) needs nothing. Returns the server's message if it refuses.
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

/** The reason why the server refused; undefined if it did not, or if the object is gone. */
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

/** The patch of an object: its identity, and its managers under the version that will be left. */
function rewritten(object: JsonObject, managersUnder: string | undefined): JsonObject {
  const { uid, resourceVersion } = identityOf(object);
  const managedFields =
    managersUnder === undefined ? undefined : renamedManagers(metadataOf(object), managersUnder);
  return { uid, resourceVersion, ...(managedFields === undefined ? {} : { managedFields }) };
}

type Identity = Readonly<Record<"name" | "namespace" | "uid" | "resourceVersion", string>>;

function identityOf(object: JsonObject): Identity {
  return {
    name: nameOf(object),
    namespace: namespaceOf(object),
    uid: uidOf(object),
    resourceVersion: resourceVersionOf(object),
  };
}

/**
 * Sets the only stored version in the status of the CRD, unless the CRD has another storage version
 * meanwhile.
 */
async function settle(
  place: Place,
  { storage, context }: { readonly storage: string; readonly context: RunContext },
): Promise<void> {
  for (;;) {
    const now = await readDefinition(place, context);
    const present = storageVersion(now) ?? "";
    if (present !== storage) {
      throw new RefusedError(
        `the storage version of ${place.name} has changed since the migration began (${present}): run it again`,
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

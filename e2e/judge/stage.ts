import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../lib/object/json.ts";
import type { TestCluster } from "../control-plane/test-cluster.ts";
import { tightenedDefinition } from "./drawn-case.ts";
import { definitionsPath, objectsPath } from "./judged-case.ts";

/** A CRD that exists on the server. */
export interface Stage {
  /** As it was written. */
  readonly definition: JsonObject;
  readonly path: string;
}

/** Creates a CRD and waits until its objects are served; undefined if the server refuses it. */
export async function openStage(cluster: TestCluster, definition: JsonObject): Promise<Stage | undefined> {
  const { status } = await cluster.api("POST", definitionsPath, definition);
  if (status !== 201) {
    return undefined;
  }
  const path = `${definitionsPath}/${stringField(definition["metadata"], "name") ?? ""}`;
  await cluster.until(path, (live) => isEstablished(plain(live)));
  for (const version of servedNames(definition)) {
    await served(cluster, objectsPath(definition, version), () => true);
  }
  return { definition, path };
}

/** Deletes the CRD with all of its objects. */
export async function closeStage(cluster: TestCluster, { path }: Stage): Promise<void> {
  await cluster.api("DELETE", path);
}

/** Waits until the CRD is gone, so that it can be created again. */
export async function untilGone(cluster: TestCluster, { path }: Stage): Promise<void> {
  await cluster.until(path, (live) => live === undefined);
}

/** Stores an object and reads it back; undefined if the server refuses it. */
export async function storeObject(
  cluster: TestCluster,
  { definition }: Stage,
  object: JsonObject,
): Promise<JsonObject | undefined> {
  const path = objectsPath(definition, stringField(object, "apiVersion") ?? "");
  const made = await cluster.api("POST", `${path}?fieldValidation=Ignore`, object);
  const stored = plain(made.object);
  return made.status === 201 && isObject(stored) ? stored : undefined;
}

/**
 * Adds conditions to the CRD, which stored objects may violate, and waits until the server enforces them.
 * Returns the same stage if the server refuses them.
 */
export async function tightenStage(
  cluster: TestCluster,
  stage: Stage,
  {
    seed,
    number,
    stored,
  }: { readonly seed: number; readonly number: number; readonly stored: readonly JsonObject[] },
): Promise<Stage> {
  const metadata = field(plain((await cluster.api("GET", stage.path)).object), "metadata") ?? {};
  for (const attempt of [1, 2, 3]) {
    const definition = { ...tightenedDefinition(seed, `${number}/${attempt}`, stage.definition), metadata };
    if ((await cluster.api("PUT", stage.path, definition)).status === 200) {
      const paths = new Set(stored.map((object) => objectPath(stage, object)));
      for (const path of paths) {
        await served(cluster, path, (object) => stringField(object, "judged") !== undefined);
      }
      return { ...stage, definition };
    }
  }
  return stage;
}

/** The path of an object. */
export function objectPath({ definition }: Stage, object: JsonObject): string {
  const name = stringField(objectField(object, "metadata"), "name") ?? "";
  return `${objectsPath(definition, stringField(object, "apiVersion") ?? "")}/${name}`;
}

/** Reads the object at a path. Throws an Error if it is absent. */
export async function readLive(cluster: TestCluster, path: string): Promise<JsonObject> {
  const live = plain((await cluster.api("GET", path)).object);
  if (!isObject(live)) {
    throw new Error(`there is nothing at ${path}`);
  }
  return live;
}

/**
 * Repeats a request until the response is as wanted: while its storage is rebuilt the server asks to retry.
 */
async function served(
  cluster: TestCluster,
  path: string,
  isWanted: (object: JsonValue) => boolean,
): Promise<void> {
  for (;;) {
    // Each request takes the server a moment; the timeout of the test ends the loop.
    const { status, object } = await cluster.api("GET", path);
    if (status === 200 && isWanted(plain(object))) {
      return;
    }
  }
}

function plain(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null));
}

function isEstablished(live: JsonValue): boolean {
  return listField(field(live, "status"), "conditions").some(
    (condition) =>
      stringField(condition, "type") === "Established" && stringField(condition, "status") === "True",
  );
}

function servedNames(definition: JsonObject): readonly string[] {
  const spec = objectField(definition, "spec");
  return listField(spec, "versions")
    .filter((version) => field(version, "served") === true)
    .map((version) => `${stringField(spec, "group") ?? ""}/${stringField(version, "name") ?? ""}`);
}

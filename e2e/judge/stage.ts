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

/** A definition that the server has for real. */
export interface Stage {
  /** As it was written. */
  readonly definition: JsonObject;
  readonly path: string;
}

/** Creates a definition and waits until its objects are served; undefined where the server refuses it. */
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

/** Takes the definition and all of its objects away. */
export async function closeStage(cluster: TestCluster, { path }: Stage): Promise<void> {
  await cluster.api("DELETE", path);
}

/** Waits until nothing is left of the definition, so that it can be made anew. */
export async function untilGone(cluster: TestCluster, { path }: Stage): Promise<void> {
  await cluster.until(path, (live) => live === undefined);
}

/** Stores an object; undefined where the server refuses it. Gives it as it is read again. */
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
 * Gives the definition further conditions, which what is stored may break, and waits until the server goes by
 * them. The same stage where the server refuses it.
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

/** Where an object is kept. */
export function objectPath({ definition }: Stage, object: JsonObject): string {
  const name = stringField(objectField(object, "metadata"), "name") ?? "";
  return `${objectsPath(definition, stringField(object, "apiVersion") ?? "")}/${name}`;
}

/** The object at a path as it is now. */
export async function readLive(cluster: TestCluster, path: string): Promise<JsonObject> {
  const live = plain((await cluster.api("GET", path)).object);
  if (!isObject(live)) {
    throw new Error(`there is nothing at ${path}`);
  }
  return live;
}

/** Asks until the answer is as wanted: while its storage is set up anew the server asks to come back. */
async function served(
  cluster: TestCluster,
  path: string,
  isWanted: (object: JsonValue) => boolean,
): Promise<void> {
  for (;;) {
    // Each question takes the server a moment; the test's own timeout ends it.
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

/** Resources of modules in the shared cluster, with names unique to a test. */
import { randomUUID } from "node:crypto";

import type { ExecutionContext } from "ava";

import { type JsonObject, objectField, stringField } from "../../lib/object/json.ts";
import type { Answer } from "../control-plane/api.ts";
import { testCluster } from "../control-plane/test-cluster.ts";
import { defineModules, kubectl, withModulesAlone } from "./module-definitions.ts";
import { readTable } from "./definition-table.ts";

const plane = await testCluster();
let defined: Promise<void> | undefined;

/** The objects of one test. */
export interface OwnObjects {
  /** The name of an object in the cluster: a test uses the names of the documents. */
  readonly nameOf: (name: string) => string;
  /** Creates an object, and sets its status as a controller would; throws if that is refused. */
  readonly put: (object: JsonObject) => Promise<void>;
  /** Tries to create an object. */
  readonly offer: (object: JsonObject) => Promise<Answer>;
  /** The output of `kubectl` for these arguments; `NAME:x` is the name of the object x. */
  readonly run: (words: string) => Promise<string>;
  /** The table that `kubectl get` prints for objects of a kind, with the names of the test. */
  readonly table: (kind: string, names: readonly string[]) => Promise<readonly (readonly string[])[]>;
}

/**
 * Runs a test whose objects are deleted after it, and which no controller of another test sees. `put` throws
 * an Error if the object is refused.
 */
export async function withOwnObjects(
  t: ExecutionContext,
  task: (own: OwnObjects) => Promise<void>,
): Promise<void> {
  t.timeout(600_000);
  await (defined ??= defineModules(plane));
  await withModulesAlone(async () => {
    const made: string[] = [];
    try {
      await task(ownObjects(made));
    } finally {
      await Promise.all(made.map(async (path) => plane.api("DELETE", path)));
    }
  });
}

function ownObjects(made: string[]): OwnObjects {
  const prefix = `def-${randomUUID().slice(0, 8)}-`;
  const nameOf = (name: string): string => `${prefix}${name}`;
  const offer = async (object: JsonObject): Promise<Answer> => {
    const metadata = objectField(object, "metadata");
    const name = nameOf(stringField(metadata, "name") ?? "");
    const path = pathOf(object);
    made.push(`${path}/${name}`);
    return plane.api("POST", `${path}?fieldValidation=Strict`, {
      ...object,
      metadata: { ...metadata, name },
    });
  };
  const put = async (object: JsonObject): Promise<void> => {
    expectDone(await offer(object));
    const { status } = object;
    if (status !== undefined) {
      const path = `${made.at(-1)}/status?fieldValidation=Strict`;
      expectDone(await plane.api("PATCH", path, { status }));
    }
  };
  const run = async (words: string): Promise<string> =>
    kubectl(
      plane,
      words.split(" ").map((word) => word.replace("NAME:", prefix)),
    );
  const table: OwnObjects["table"] = async (kind, names) =>
    readTable(await kubectl(plane, ["get", kind, ...names.map(nameOf)])).map(([name = "", ...cells]) => [
      name.replace(prefix, ""),
      ...cells,
    ]);
  return { nameOf, put, offer, run, table };
}

function expectDone({ status, text }: Answer): void {
  if (status !== 200 && status !== 201) {
    throw new Error(text);
  }
}

function pathOf(object: JsonObject): string {
  const kind = (stringField(object, "kind") ?? "").toLowerCase();
  return `/apis/${stringField(object, "apiVersion")}/${kind.replace(/y$/, "ie")}s`;
}

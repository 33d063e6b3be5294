/** Custom resources of the controllers of other projects: definitions, and objects with a status. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parseAllDocuments } from "yaml";

import type { LiveObject } from "../../e2e/control-plane/api.ts";
import { runGo } from "../../e2e/control-plane/go.ts";
import type { TestCluster } from "../../e2e/control-plane/test-cluster.ts";
import { untilDefined } from "../../e2e/control-plane/until-defined.ts";
import { peerModule, type PeerName } from "../../e2e/peers/build-peers.ts";
import type { Controller } from "./controller-process.ts";

/** The files with the definitions of a peer, in its Go module. */
export interface DefinitionFiles {
  readonly peer: PeerName;
  /** The Go module that has the files. */
  readonly module: string;
  readonly folder: string;
  /** Whether a file has wanted definitions; all have by default. */
  readonly isWanted?: (file: string) => boolean;
}

/** Creates the custom resources of a peer. Throws an Error if one is refused. */
export async function defineKinds(
  cluster: TestCluster,
  { peer, module, folder, isWanted = () => true }: DefinitionFiles,
): Promise<void> {
  const path = join(await moduleFolder(peer, module), folder);
  for (const file of readdirSync(path).filter(isWanted).toSorted()) {
    for (const document of parseAllDocuments(readFileSync(join(path, file), "utf8"))) {
      const object: LiveObject | null = document.toJS();
      if (object !== null) {
        await define(cluster, object);
      }
    }
  }
}

/** The folder of a Go module that a peer is built from. */
export async function moduleFolder(peer: PeerName, module: string): Promise<string> {
  return (await runGo(peerModule(peer), ["list", "-m", "-f", "{{.Dir}}", module])).trim();
}

async function define(cluster: TestCluster, definition: LiveObject): Promise<void> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definition.metadata.name}`;
  const { status, text } = await cluster.api("APPLY", `${path}?fieldManager=bench&force=true`, definition);
  if (status >= 300) {
    throw new Error(text);
  }
  await untilDefined(cluster, definition.metadata.name);
}

/** Creates an object in a collection. Throws an Error if it is refused. */
export async function createObject(cluster: TestCluster, path: string, object: object): Promise<void> {
  const { status, text } = await cluster.api("POST", path, object);
  if (status !== 201) {
    throw new Error(text);
  }
}

/** Sets annotations of an object. Throws an Error if that is refused. */
export async function annotateObject(
  cluster: TestCluster,
  path: string,
  annotations: Readonly<Record<string, string>>,
): Promise<void> {
  const { status, text } = await cluster.api("PATCH", path, { metadata: { annotations } });
  if (status !== 200) {
    throw new Error(text);
  }
}

/** The objects to wait for. */
export interface AwaitedObjects {
  /** The path of their collection. */
  readonly collection: string;
  readonly isWanted: (object: LiveObject) => boolean;
  readonly count: number;
  /** Processes that must not end meanwhile. */
  readonly controllers: readonly Controller[];
}

/** Resolves once so many objects are as wanted at the same time. Rejects if a controller ends. */
export async function untilObjects(cluster: TestCluster, awaited: AwaitedObjects): Promise<void> {
  await Promise.race([follow(cluster, awaited), ...awaited.controllers.map(({ failed }) => failed)]);
}

async function follow(cluster: TestCluster, { collection, isWanted, count }: AwaitedObjects): Promise<void> {
  const wanted = new Set<string>();
  for await (const object of cluster.follow(collection)) {
    if (isWanted(object)) {
      wanted.add(object.metadata.name);
    } else {
      wanted.delete(object.metadata.name);
    }
    if (wanted.size >= count) {
      return;
    }
  }
}

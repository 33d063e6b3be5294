/** The objects of `deploy/`, as kustomize builds them. */
import { execFile } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";

import type { ExecutionContext } from "ava";

import type { ReadObject } from "../lib/manifest/manifest.ts";
import { readManifests } from "../lib/manifest/parse-manifests.ts";
import {
  field,
  type JsonObject,
  listField,
  objectField,
  stringField,
  stringsField,
} from "../lib/object/json.ts";
import { testFolder } from "./git/test-folder.ts";

const execute = promisify(execFile);

/** The folder in the checkout. */
export const deployFolder: string = join(import.meta.dirname, "../deploy");

/** The objects of a kustomization. Rejects if kustomize fails. */
export async function built(folder: string): Promise<readonly ReadObject[]> {
  const { stdout } = await execute("kubectl", ["kustomize", folder]);
  const { objects, diagnostics } = readManifests({ name: basename(folder), text: stdout });
  if (diagnostics.length > 0) {
    throw new Error(diagnostics.map(({ message }) => message).join("; "));
  }
  return objects;
}

/** Copies `deploy/` with all optional components, which its comments list, enabled. Returns the folder. */
export function withAllComponents(t: ExecutionContext): string {
  const folder = join(testFolder(t), "deploy");
  cpSync(deployFolder, folder, { recursive: true });
  const file = join(folder, "kustomization.yaml");
  const text = readFileSync(file, "utf8");
  const chosen = text
    .replace("components: []", "components:")
    .replaceAll(/^# {2}- components/gm, "  - components");
  if (chosen === text) {
    throw new Error("deploy/kustomization.yaml offers no components");
  }
  writeFileSync(file, chosen);
  return folder;
}

/** The arguments and the environment of the sidecar's container. */
export interface DeployedContainer {
  readonly args: readonly string[];
  /** Port numbers by name. */
  readonly ports: ReadonlyMap<string, number>;
  readonly mounts: readonly Mount[];
  /** The names of the ports that probes use. */
  readonly probed: readonly string[];
}

/** A volume mount of the container. */
export interface Mount {
  readonly path: string;
  readonly isWritable: boolean;
}

/** The container of the only Deployment among objects. */
export function containerOf(objects: readonly ReadObject[]): DeployedContainer {
  const [container] = listField(podSpecOf(objects), "containers");
  const ports = listField(container, "ports").map(
    (port) => [stringField(port, "name") ?? "", Number(field(port, "containerPort"))] as const,
  );
  return {
    args: stringsField(container, "args"),
    ports: new Map(ports),
    mounts: listField(container, "volumeMounts").map((mount) => ({
      path: stringField(mount, "mountPath") ?? "",
      isWritable: field(mount, "readOnly") !== true,
    })),
    probed: ["livenessProbe", "readinessProbe"].map(
      (probe) => stringField(objectField(objectField(container, probe), "httpGet"), "port") ?? "",
    ),
  };
}

/** The pod spec of the only Deployment among objects. Throws an Error if there is none. */
export function podSpecOf(objects: readonly ReadObject[]): JsonObject {
  const deployment = objects.find(({ kind }) => kind === "Deployment")?.value;
  return objectField(objectField(objectField(deployment, "spec"), "template"), "spec");
}

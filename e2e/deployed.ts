/** What `deploy/` says, as kustomize builds it. */
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

/** Everything that a kustomization makes. Rejects where kustomize refuses it. */
export async function built(folder: string): Promise<readonly ReadObject[]> {
  const { stdout } = await execute("kubectl", ["kustomize", folder]);
  const { objects, diagnostics } = readManifests({ name: basename(folder), text: stdout });
  if (diagnostics.length > 0) {
    throw new Error(diagnostics.map(({ message }) => message).join("; "));
  }
  return objects;
}

/** A copy of `deploy/` in which all components that it offers in comments are taken in. Gives its folder. */
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

/** What the container of the sidecar is started with, and what it finds. */
export interface DeployedContainer {
  readonly args: readonly string[];
  /** Port numbers by their names. */
  readonly ports: ReadonlyMap<string, number>;
  readonly mounts: readonly Mount[];
  /** The ports that probes ask, by name. */
  readonly probed: readonly string[];
}

/** A folder of the container. */
export interface Mount {
  readonly path: string;
  readonly isWritable: boolean;
}

/** The container of a Deployment among objects. */
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

/** The pods of a Deployment among objects. */
export function podSpecOf(objects: readonly ReadObject[]): JsonObject {
  const deployment = objects.find(({ kind }) => kind === "Deployment")?.value;
  return objectField(objectField(objectField(deployment, "spec"), "template"), "spec");
}

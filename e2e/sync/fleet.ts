/** Several units in one configuration file, and sidecars that reconcile them. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import type { Clock } from "../../lib/async/clock.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import { objectWritesOf, type Request } from "../apply/server-order.ts";
import { openSite, type Site } from "../apply/site.ts";
import { writeKubeconfig } from "../control-plane/kubeconfig.ts";
import { testFolder } from "../git/test-folder.ts";
import { openTestRepository, type TestRepository } from "../git/test-repository.ts";
import { beginSidecar, type Sidecar } from "./sidecar.ts";
import { defineUnits, kubectl } from "./reported-unit.ts";

/** A unit in the file. Its set is the folder of its name on `main`, unless specified otherwise. */
export interface FleetUnit extends JsonObject {
  readonly name: string;
}

/** A namespace with a repository and a configuration file. */
export interface Fleet extends Site {
  readonly repository: TestRepository;
  readonly file: string;
  /** The administrator's kubeconfig, with the namespace in its context. */
  readonly kubeconfig: string;
  /** Writes the file: units, or any text. */
  readonly configure: (units: readonly FleetUnit[] | string) => void;
  /** Starts a sidecar with that file; `path` is its PATH. */
  readonly beginFleet: (words?: readonly string[], clock?: Clock, path?: string) => Sidecar;
  readonly kubectl: (...words: readonly string[]) => Promise<string>;
}

/** Opens a fleet that is deleted after the test, in a cluster with the CRD of units. */
export async function openFleet(t: ExecutionContext): Promise<Fleet> {
  const site = await openSite(t);
  const { cluster, namespace } = site;
  await defineUnits(cluster);
  const repository = await openTestRepository(t);
  const folder = testFolder(t);
  const file = join(folder, "sync.yaml");
  const { server, ca, adminToken: token } = cluster;
  const kubeconfig = writeKubeconfig(join(folder, "kubeconfig"), { server, ca, token, namespace });
  const configure: Fleet["configure"] = (units) => {
    replaceFile(file, typeof units === "string" ? units : textOf(units, repository.url));
  };
  return {
    ...site,
    repository,
    file,
    kubeconfig,
    configure,
    kubectl: async (...words) => kubectl({ kubeconfig }, namespace, words),
    beginFleet: (words = [], clock, path) =>
      beginSidecar(t, ["--config", file, ...words], {
        kubeconfig,
        ...(clock === undefined ? {} : { clock }),
        ...(path === undefined ? {} : { path }),
      }),
  };
}

/** Writes a file at once: a sidecar that reads it meanwhile finds the old text or the new one. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** Copies a file in the same way. */
export function copyAtOnce(from: string, to: string): void {
  replaceFile(to, readFileSync(from, "utf8"));
}

function textOf(units: readonly FleetUnit[], url: string): string {
  return JSON.stringify({
    apiVersion: "converge.dev/v1",
    kind: "Sync",
    name: "fleet",
    defaults: { source: { url, ref: "main" }, interval: "1s" },
    units: units.map((unit) => ({ source: { path: unit.name }, ...unit })),
  });
}

/** The writes of objects of sets among all: without locks, records, and the status of units. */
export function setWritesOf(requests: readonly Request[]): readonly string[] {
  return objectWritesOf(requests).filter((write) => !/ (?:units|events)\//.test(write));
}

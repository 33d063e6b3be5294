/** A fleet whose units may be in a second cluster. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { ExecutionContext } from "ava";

import { type AuditEvent, readAudit } from "../control-plane/audit-log.ts";
import { files } from "../control-plane/launch.ts";
import { type Fleet, openFleet, replaceFile } from "./fleet.ts";
import { type OwnApiServer, startOwnApiServer } from "./own-api-server.ts";
import { line, type LogLine, type Sidecar } from "./sidecar.ts";

/** A fleet with another cluster, `eu`, whose kubeconfig is the Secret `eu-cluster`. */
export interface TwoClusters extends Fleet {
  readonly eu: OwnApiServer;
  /** The content of that Secret. */
  readonly kubeconfigText: string;
  /** Writes the configuration; units are in the namespace of the fleet. */
  readonly configureBoth: (units: readonly UnitText[], clusters?: readonly object[]) => void;
}

/** A unit in the configuration. */
export interface UnitText {
  readonly name: string;
  readonly [setting: string]: unknown;
}

/** The second cluster in the configuration. */
const eu = { name: "eu", kubeconfig: { secret: "eu-cluster" } };

/** The Secret with that kubeconfig. */
export function encoded(text: string): object {
  return { metadata: { name: "eu-cluster" }, data: { value: Buffer.from(text).toString("base64") } };
}

/** Opens a fleet with a second cluster, both of which end with the test. */
export async function openTwoClusters(t: ExecutionContext): Promise<TwoClusters> {
  const fleet = await openFleet(t);
  const server = await startOwnApiServer(t);
  const kubeconfigText = readFileSync(server.kubeconfig, "utf8");
  await fleet.create("secrets", encoded(kubeconfigText));
  return {
    ...fleet,
    eu: server,
    kubeconfigText,
    configureBoth: (units, clusters = [eu]) => {
      const source = { url: fleet.repository.url, ref: "main" };
      const all = units.map((unit) => ({ source: { path: unit.name }, namespace: fleet.namespace, ...unit }));
      const file = {
        apiVersion: "converge.dev/v1",
        kind: "Sync",
        name: "fleet",
        defaults: { source, interval: "1s" },
        clusters,
        units: all,
      };
      replaceFile(fleet.file, JSON.stringify(file));
    },
  };
}

/** The requests that the API server of a test has finished. */
export async function requestsOf({ kubeconfig, client }: OwnApiServer): Promise<readonly AuditEvent[]> {
  const path = join(dirname(kubeconfig), files.audit);
  return readAudit({ path, client }, { place: 0, received: "" });
}

/** Waits until a unit has failed, from a position in the log on. */
export function failedUnit(sidecar: Sidecar, unit: string, from = 0): Promise<LogLine> {
  return sidecar.received(line("state", { unit, phase: "Failed" }), from);
}

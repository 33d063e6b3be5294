/** The record of the running control plane: `cluster.json` in its folder. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { stateFolder } from "./folder.ts";
import { files } from "./launch.ts";
import type { StartedProcess } from "./started-process.ts";

/** A control plane that is running, starting, or was left behind. */
export interface ClusterRecord {
  /** Whether it has been ready: an interrupted start leaves `false`. */
  readonly ready: boolean;
  /** The versions it was built from; a change of these requires another control plane. */
  readonly binaries: string;
  readonly server: string;
  /** PEM. */
  readonly ca: string;
  readonly adminToken: string;
  readonly kubeconfig: string;
  readonly auditLog: string;
  readonly processes: readonly StartedProcess[];
}

const path = join(stateFolder, files.cluster);

/** Reads the record; undefined if none was started or its writer was killed before it wrote. */
export function readRecord(): ClusterRecord | undefined {
  try {
    const record: ClusterRecord = JSON.parse(readFileSync(path, "utf8"));
    return record;
  } catch {
    return undefined;
  }
}

/** Replaces the record atomically. */
export function writeRecord(record: ClusterRecord): void {
  writeFileSync(`${path}.new`, JSON.stringify(record, undefined, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

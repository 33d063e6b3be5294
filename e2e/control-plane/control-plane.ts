/** The control plane of this checkout: started on demand, shared by processes, stopped by pid. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { Client } from "./api.ts";
import { CannotStart } from "./cannot-start.ts";
import { makeCertificates } from "./certificates.ts";
import { type ClusterRecord, readRecord, writeRecord } from "./cluster-record.ts";
import { exclusively } from "./exclusive.ts";
import { createInitialObjects } from "./initial-objects.ts";
import { binariesFolder, stateFolder } from "./folder.ts";
import { writeKubeconfig } from "./kubeconfig.ts";
import { containerLog, kwokConfiguration } from "./kwok-configuration.ts";
import { argumentsOf, auditPolicy, files, findPorts, type Place } from "./launch.ts";
import {
  areBuilt,
  buildPrograms,
  controlPlanePrograms,
  type ControlPlaneProgram,
  programPath,
} from "./program.ts";
import type { Progress } from "./progress.ts";
import { endProcess, isAlive, lastOutput, startProcess } from "./started-process.ts";

/** The kubeconfig of this checkout's control plane, whether it runs or not. */
export const ownKubeconfig: string = join(stateFolder, files.kubeconfig);

/** The action if a program is not built yet: build it, or refer to `make cluster-up`. */
export type IfMissing = "build" | "refuse";

/**
 * Returns the running control plane. Starts it, and removes the remains of a dead one, if necessary; any
 * number of processes may call it at once. Throws {@link CannotStart} with the remedy.
 */
export async function ensureControlPlane(ifMissing: IfMissing, progress: Progress): Promise<ClusterRecord> {
  return (
    (await findHealthy()) ??
    exclusively(`cluster:${stateFolder}`, async () => {
      const running = await findHealthy();
      if (running !== undefined) {
        return running;
      }
      if (ifMissing === "refuse" && !areBuilt(controlPlanePrograms)) {
        throw new CannotStart("the control plane is not built yet: make cluster-up");
      }
      await buildPrograms(controlPlanePrograms, progress);
      await clear();
      return start();
    })
  );
}

/**
 * Stops the processes started here, and no others, and removes their data. Returns whether there were any.
 */
export async function stopControlPlane(): Promise<boolean> {
  return exclusively(`cluster:${stateFolder}`, clear);
}

/** Times, 200 ms apart, that a server whose processes are alive is asked whether it is ready. */
const manyLooks = 100;

/**
 * The control plane, if all of its processes are alive and its server is ready. On a busy machine the server
 * may not be ready for a moment: others use it then, so it is not taken for a dead one at once.
 */
export async function findHealthy(): Promise<ClusterRecord | undefined> {
  const record = readRecord();
  if (record?.ready !== true || record.binaries !== binariesFolder() || !record.processes.every(isAlive)) {
    return undefined;
  }
  for (let looks = 0; looks < manyLooks; looks += 1) {
    if (await isReady(record)) {
      return record;
    }
    if (!record.processes.every(isAlive)) {
      return undefined;
    }
    await pause(200);
  }
  return undefined;
}

async function isReady({ server, ca, adminToken: token }: ClusterRecord): Promise<boolean> {
  try {
    return (await new Client({ server, ca, token }).api("GET", "/readyz")).status === 200;
  } catch {
    return false;
  }
}

async function clear(): Promise<boolean> {
  const processes = (readRecord()?.processes ?? []).filter(isAlive);
  await Promise.all(processes.map(endProcess));
  rmSync(stateFolder, { recursive: true, force: true, maxRetries: 5 });
  return processes.length > 0;
}

async function start(): Promise<ClusterRecord> {
  const place = { folder: stateFolder, ports: await findPorts() };
  let record = prepare(place);
  const launch = (name: ControlPlaneProgram): void => {
    const command = [programPath(name), ...argumentsOf[name](place)];
    record = { ...record, processes: [...record.processes, startProcess(name, command, stateFolder)] };
    writeRecord(record);
  };
  launch("etcd");
  launch("kube-apiserver");
  await untilReady(() => record);
  launch("kube-controller-manager");
  launch("kube-scheduler");
  launch("kwok");
  await createInitialObjects(new Client({ server: record.server, ca: record.ca, token: record.adminToken }));
  record = { ...record, ready: true };
  writeRecord(record);
  return record;
}

/** Writes all files of a control plane before its first program starts. */
function prepare({ folder, ports }: Place): ClusterRecord {
  const certificates = join(folder, files.certificates);
  mkdirSync(certificates, { recursive: true });
  makeCertificates(certificates);
  const read = (file: string): string => readFileSync(join(certificates, file), "utf8");
  const server = `https://127.0.0.1:${ports.server}`;
  const ca = read("ca.crt");
  const kubeconfigOf = (path: string, user: string): string =>
    writeKubeconfig(join(folder, path), { server, ca, cert: read(`${user}.crt`), key: read(`${user}.key`) });
  for (const part of ["kube-controller-manager", "kube-scheduler", "kwok"]) {
    kubeconfigOf(`${part}.kubeconfig`, part);
  }
  const adminToken = randomBytes(16).toString("hex");
  writeFileSync(join(folder, files.tokens), `${adminToken},admin,admin,system:masters\n`, { mode: 0o600 });
  writeFileSync(join(folder, files.auditPolicy), JSON.stringify(auditPolicy));
  writeFileSync(join(folder, files.containerLog), containerLog);
  writeFileSync(join(folder, files.kwok), kwokConfiguration(join(folder, files.containerLog)));
  const kubeconfig = kubeconfigOf(files.kubeconfig, "admin");
  const auditLog = join(folder, files.audit);
  return {
    ready: false,
    binaries: binariesFolder(),
    server,
    ca,
    adminToken,
    kubeconfig,
    auditLog,
    processes: [],
  };
}

async function untilReady(record: () => ClusterRecord): Promise<void> {
  while (!(await isReady(record()))) {
    const dead = record().processes.find((started) => !isAlive(started));
    if (dead !== undefined) {
      throw new Error(`${dead.name} ended:\n${lastOutput(dead.name, stateFolder)}`);
    }
    await pause(50);
  }
}

/**
 * An API server for a single test that can be killed, without controllers, nodes and termination of
 * namespaces.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import type { ExecutionContext } from "ava";

import { Client } from "../control-plane/api.ts";
import { makeCertificates } from "../control-plane/certificates.ts";
import { testCluster } from "../control-plane/test-cluster.ts";
import { writeKubeconfig } from "../control-plane/kubeconfig.ts";
import { argumentsOf, auditPolicy, files, findPorts, type Place } from "../control-plane/launch.ts";
import { type ControlPlaneProgram, programPath } from "../control-plane/program.ts";
import { testFolder } from "../git/test-folder.ts";
import { type TestProcess, startTestProcess } from "./test-process.ts";

/** A server on the loopback, with its data. */
export interface OwnApiServer {
  /** The administrator's kubeconfig; its context has the namespace `default`. */
  readonly kubeconfig: string;
  readonly client: Client;
  /** Ends it as a power cut does; its data stays. */
  readonly kill: () => Promise<void>;
  /** Starts it again in the same place, and resolves when it is ready. */
  readonly start: () => Promise<void>;
}

/** Starts one, which ends with the test. */
export async function startOwnApiServer(t: ExecutionContext): Promise<OwnApiServer> {
  // Builds the programs, or throws an error with the way to build them.
  await testCluster();
  const folder = testFolder(t);
  const place: Place = { folder, ports: await findPorts() };
  const certificates = join(folder, files.certificates);
  mkdirSync(certificates);
  makeCertificates(certificates);
  const token = randomBytes(16).toString("hex");
  writeFileSync(join(folder, files.tokens), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  writeFileSync(join(folder, files.auditPolicy), JSON.stringify(auditPolicy));
  const ca = readFileSync(join(certificates, "ca.crt"), "utf8");
  const access = { server: `https://127.0.0.1:${place.ports.server}`, ca, token };
  const client = new Client(access);
  const etcd = launch(t, "etcd", place);
  let server: TestProcess | undefined;
  const start = async (): Promise<void> => {
    server = launch(t, "kube-apiserver", place);
    await untilReady(client, [etcd, server]);
    // A new server creates it a moment after it is ready.
    await client.until("/api/v1/namespaces/default", (namespace) => namespace !== undefined);
  };
  await start();
  return {
    client,
    start,
    kubeconfig: writeKubeconfig(join(folder, files.kubeconfig), { ...access, namespace: "default" }),
    kill: async () => server?.kill(),
  };
}

function launch(t: ExecutionContext, name: ControlPlaneProgram, place: Place): TestProcess {
  return startTestProcess(t, [programPath(name), ...argumentsOf[name](place)], place);
}

async function untilReady(client: Client, processes: readonly TestProcess[]): Promise<void> {
  while (!(await isReady(client))) {
    const ended = processes.find((each) => each.isOver());
    if (ended !== undefined) {
      throw new Error(`a program of the control plane has ended:\n${ended.lastErrors()}`);
    }
    await pause(50);
  }
}

async function isReady({ api }: Client): Promise<boolean> {
  try {
    return (await api("GET", "/readyz")).status === 200;
  } catch {
    return false;
  }
}

/** An aggregated API server: sample-apiserver, with its own etcd. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import { buildPrograms, programPath } from "../control-plane/program.ts";
import { lineProgress } from "../control-plane/progress.ts";
import { endProcess, startProcess } from "../control-plane/started-process.ts";
import type { Backend } from "./backend.ts";

/** Builds the programs if they are missing. The first time takes some two minutes. */
export async function buildSampleApiServer(t: ExecutionContext): Promise<void> {
  await buildPrograms(
    ["etcd", "sample-apiserver"],
    lineProgress((line) => t.log(line)),
  );
}

/** The ports of the etcd behind it. */
export interface EtcdPorts {
  readonly client: number;
  readonly peer: number;
}

/**
 * Starts it on the loopback until the test ends. It authenticates and authorizes its callers against the
 * cluster of the kubeconfig, as every aggregated API server does. Returns without waiting until it answers.
 */
export function startSampleApiServer(
  t: ExecutionContext,
  backend: Backend,
  { etcd, kubeconfig }: { readonly etcd: EtcdPorts; readonly kubeconfig: string },
): void {
  const folder = mkdtempSync(join(tmpdir(), "converge-wardle-"));
  writeFileSync(join(folder, "server.crt"), backend.cert);
  writeFileSync(join(folder, "server.key"), backend.key, { mode: 0o600 });
  const url = `http://127.0.0.1:${etcd.client}`;
  const peer = `http://127.0.0.1:${etcd.peer}`;
  const store = [
    `--data-dir=${join(folder, "etcd")}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    "--unsafe-no-fsync",
    "--log-level=error",
  ];
  const server = [
    `--etcd-servers=${url}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${backend.port}`,
    `--tls-cert-file=${join(folder, "server.crt")}`,
    `--tls-private-key-file=${join(folder, "server.key")}`,
    ...["kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig"].map(
      (flag) => `--${flag}=${kubeconfig}`,
    ),
  ];
  const processes = [
    startProcess("etcd", [programPath("etcd"), ...store], folder),
    startProcess("sample-apiserver", [programPath("sample-apiserver"), ...server], folder),
  ];
  t.teardown(async () => {
    await Promise.all(processes.map(endProcess));
    rmSync(folder, { recursive: true, force: true });
  });
}

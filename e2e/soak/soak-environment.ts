/**
 * The environment of a soak: a namespace, a git server with one repository, and two replicas, each with a
 * fault proxy of its own.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import { startFaultProxy } from "../apply/faults/fault-proxy.ts";
import { testCluster, type TestCluster } from "../control-plane/test-cluster.ts";
import { writeKubeconfig } from "../control-plane/kubeconfig.ts";
import { type GitHttpServer, startGitHttpServer } from "../git/http-server.ts";
import { testFolder } from "../git/test-folder.ts";
import { openTestRepository, type TestRepository } from "../git/test-repository.ts";
import { defineUnits } from "../sync/reported-unit.ts";
import { Replica } from "./replica.ts";
import { soakedUnits, unitsBefore } from "./soaked-set.ts";
import { replicaConnection } from "./replica-connection.ts";

/** The environment of a soak. */
export interface SoakEnvironment {
  readonly plane: TestCluster;
  readonly namespace: string;
  readonly repository: TestRepository;
  readonly server: GitHttpServer;
  /** Not started yet. */
  readonly replicas: readonly Replica[];
  /** The credentials that the git server requires. */
  readonly admission: { readonly user: string; readonly password: string };
}

/** The parameters of a soak: the teardown it belongs to, and its seed. */
export interface SoakSetup {
  readonly ends: Pick<ExecutionContext, "teardown">;
  readonly seed: number;
  /** The path of `converge.mjs`. */
  readonly program: string;
}

const admission = { user: "soak", password: "open-sesame" };

/** Opens it; everything is removed by the teardown. Throws an Error if an object is refused. */
export async function openSoakEnvironment({ ends, seed, program }: SoakSetup): Promise<SoakEnvironment> {
  const plane = await testCluster();
  await defineUnits(plane);
  const namespace = await plane.createNamespace(ends);
  const repository = await openTestRepository(ends);
  const server = await startGitHttpServer(ends, { root: repository.root, admission });
  const folder = testFolder(ends);
  const file = writeConfiguration(folder, `${server.origin}/${repository.name}`);
  const replicas: Replica[] = [];
  for (const name of ["replica-0", "replica-1"]) {
    const connection = replicaConnection(seed, name);
    const proxy = await startFaultProxy(plane, connection.decide);
    ends.teardown(proxy.close);
    const kubeconfig = writeKubeconfig(join(folder, `${name}.kubeconfig`), {
      server: proxy.server,
      ca: proxy.ca,
      token: plane.adminToken,
      namespace,
    });
    const state = join(folder, name);
    const words = ["--config", file, "--identity", name, "--state-dir", state];
    const replica = new Replica({
      name,
      connection,
      start: { program, kubeconfig, words: [...words, ...ports] },
    });
    ends.teardown(async () => replica.kill());
    replicas.push(replica);
  }
  return { plane, namespace, repository, server, replicas, admission };
}

const ports = ["--page", "127.0.0.1:0", "--metrics", "127.0.0.1:0"];

function writeConfiguration(folder: string, url: string): string {
  const secretFolder = join(folder, "secret");
  mkdirSync(secretFolder);
  writeFileSync(join(secretFolder, "username"), admission.user);
  writeFileSync(join(secretFolder, "password"), admission.password);
  const file = join(folder, "sync.yaml");
  const configuration = {
    apiVersion: "converge.dev/v1",
    kind: "Sync",
    name: "soak",
    defaults: {
      source: { url, ref: "main", auth: { secretFolder, allowHttp: true } },
      interval: "1s",
      // Interrupted runs leave objects that a later one prunes all at once.
      maxPrune: "80%",
      timeouts: { reconcile: "20s", prune: "20s", external: "20s" },
    },
    units: soakedUnits.map((name) => ({ name, source: { path: name }, dependsOn: unitsBefore(name) })),
  };
  writeFileSync(file, JSON.stringify(configuration));
  return file;
}

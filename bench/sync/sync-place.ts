import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import { field, type JsonObject } from "../../lib/object/json.ts";
import type { AuditEvent, AuditMark } from "../../e2e/control-plane/audit-log.ts";
import { writeKubeconfig } from "../../e2e/control-plane/kubeconfig.ts";
import { testCluster, type TestCluster } from "../../e2e/control-plane/test-cluster.ts";
import { testFolder } from "../../e2e/git/test-folder.ts";
import { openTestRepository, type TestRepository } from "../../e2e/git/test-repository.ts";
import { type SidecarProcess, startSidecar } from "../../e2e/soak/sidecar-process.ts";
import { defineUnits } from "../../e2e/sync/reported-unit.ts";
import { countRequests, type RequestCount } from "./request-count.ts";
import { workFiles, workUnits } from "./sync-workload.ts";

/** The extent of the measurement. */
export interface SyncScale {
  readonly objects: number;
  /** Seconds of rest that are measured. */
  readonly window: number;
  /** Commits of each kind. */
  readonly pushes: number;
  readonly drifts: number;
  /** Changes by others that do not concern the sidecar. */
  readonly events: number;
  readonly restarts: number;
}

/** The environment of a measured sidecar. */
export interface SyncPlace {
  readonly scale: SyncScale;
  readonly plane: TestCluster;
  readonly namespace: string;
  readonly repository: TestRepository;
  /** The key that signs push events. */
  readonly secret: string;
  /** Starts the sidecar. */
  readonly start: () => SidecarProcess;
  /** The requests of the sidecar since a mark, and those of others. */
  readonly asked: (mark: AuditMark) => Promise<RequestCount & { readonly all: readonly AuditEvent[] }>;
  readonly say: (line: string) => void;
}

/** The parameters of an environment. */
export interface SyncPlaceFacts {
  readonly scale: SyncScale;
  /** The converge of the built package. */
  readonly converge: string;
  readonly ends: Pick<ExecutionContext, "teardown">;
  readonly say: (line: string) => void;
}

const interval = 15;

/** Opens it: an empty namespace, and a repository with all objects in it. */
export async function openSyncPlace({ scale, converge, ends, say }: SyncPlaceFacts): Promise<SyncPlace> {
  const plane = await testCluster();
  if (plane.auditLog === undefined) {
    throw new Error(
      "requests are counted in the audit log of make cluster-up: unset CONVERGE_E2E_KUBECONFIG",
    );
  }
  await defineUnits(plane);
  const namespace = await plane.createNamespace(ends);
  const repository = await openTestRepository(ends);
  await repository.commit(workFiles(scale.objects));
  const folder = testFolder(ends);
  const secret = randomUUID();
  const secretFile = join(folder, "push-secret");
  writeFileSync(secretFile, secret);
  const user = `bench-${randomUUID().slice(0, 8)}`;
  const { server, ca, adminToken: token } = plane;
  const kubeconfig = writeKubeconfig(join(folder, "kubeconfig"), { server, ca, token, namespace });
  const servers = ["--page", "--metrics", "--webhook"].flatMap((flag) => [flag, "127.0.0.1:0"]);
  const words = [
    `--config=${writeConfiguration(folder, repository.url)}`,
    `--state-dir=${join(folder, "state")}`,
    `--webhook-secret-file=${secretFile}`,
    `--as=${user}`,
    "--as-group=system:masters",
    "--identity=bench-0",
    ...servers,
  ];
  const start = (): SidecarProcess => {
    const sidecar = startSidecar({ program: converge, words, kubeconfig, keeps: isRead });
    ends.teardown(async () => {
      sidecar.signal("SIGKILL");
      await sidecar.ended;
    });
    return sidecar;
  };
  const asked: SyncPlace["asked"] = async (mark) => {
    const all = await plane.auditSince(mark);
    return { ...countRequests(all, user), all };
  };
  return { scale, plane, namespace, repository, secret, start, asked, say };
}

/** Whether a line of its log is used here. */
function isRead({ type }: JsonObject): boolean {
  return type === "state" || type === "revision" || type === "notice" || type === "runEnded";
}

function writeConfiguration(folder: string, url: string): string {
  const file = join(folder, "sync.yaml");
  const configuration = {
    apiVersion: "converge.dev/v1",
    kind: "Sync",
    name: "bench",
    defaults: { source: { url, ref: "main" }, interval: `${interval}s` },
    units: workUnits.map((name) => ({ name, source: { path: name } })),
  };
  writeFileSync(file, JSON.stringify(configuration));
  return file;
}

/**
 * Resolves once all units are Ready at a commit, by the log from a position on. Throws after some minutes.
 */
export async function allReady(sidecar: SidecarProcess, commit: string, from = 0): Promise<void> {
  await withinMinutes(
    5,
    Promise.all(
      workUnits.map(async (unit) =>
        sidecar.received(
          (line) =>
            line["type"] === "state" &&
            line["unit"] === unit &&
            line["phase"] === "Ready" &&
            line["applied"] === commit,
          from,
        ),
      ),
    ),
  );
}

/** Resolves once every unit has finished a run for that reason. */
export async function allRan(sidecar: SidecarProcess, reason: string, from: number): Promise<void> {
  await withinMinutes(
    5,
    Promise.all(
      workUnits.map(async (unit) =>
        sidecar.received(
          (line) => line["type"] === "runEnded" && line["unit"] === unit && field(line, "reason") === reason,
          from,
        ),
      ),
    ),
  );
}

async function withinMinutes(minutes: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error(`the sidecar was not done after ${minutes} minutes`));
  }, minutes * 60_000);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

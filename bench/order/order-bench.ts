import { randomUUID } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { AuditEvent } from "../../e2e/control-plane/audit-log.ts";
import { testCluster, type TestCluster } from "../../e2e/control-plane/test-cluster.ts";
import { plan } from "../../lib/engine.ts";
import { convergeApply, isThere, peerProgram } from "../cluster/contender.ts";
import { type Program, runOnce } from "../measure.ts";
import { criticalPath, writtenSeconds } from "./critical-path.ts";

/** A set in the manner of another tool: a folder of `fixtures/repositories`. */
interface MeasuredSet {
  readonly name: string;
  readonly compat: "argocd" | "kapp";
}

const sets: readonly MeasuredSet[] = [
  { name: "guestbook", compat: "argocd" },
  { name: "sync-hooks", compat: "argocd" },
  { name: "sync-waves", compat: "argocd" },
  { name: "waves-and-dependencies", compat: "argocd" },
  { name: "kapp-app", compat: "kapp" },
];

/** The times of one set, in seconds. */
export interface OrderFigures {
  readonly set: string;
  readonly compat: string;
  /** The critical path of the plan in the default order, by the times that pods are annotated to take. */
  readonly written: number;
  /** The same by the times after which the server had each object ready, in the run of converge. */
  readonly critical: number;
  /** From the first write of an object to the end of the program. */
  readonly converge: number;
  readonly convergeCompat: number;
  /** Undefined for sets of Argo CD, and without kapp. */
  readonly kapp: number | undefined;
}

interface OrderRequest {
  /** The converge of the built package. */
  readonly converge: string;
  readonly folder: string;
  /** The factor by which pods take longer than they are annotated to. */
  readonly scale: number;
  readonly say: (line: string) => void;
}

interface Place extends OrderRequest {
  readonly cluster: TestCluster;
  /** The manifests of the set. */
  readonly file: string;
}

const limitSeconds = 300;

/** Applies each set by each program in a namespace of its own. Throws an Error if a program fails. */
export async function benchOrders(request: OrderRequest): Promise<readonly OrderFigures[]> {
  const cluster = await testCluster();
  const found: OrderFigures[] = [];
  for (const set of sets) {
    const text = await readSet(set.name, request.scale);
    const file = join(request.folder, `${set.name}.yaml`);
    await writeFile(file, text);
    found.push(await benchOrder(set, text, { ...request, cluster, file }));
  }
  return found;
}

async function benchOrder({ name, compat }: MeasuredSet, text: string, place: Place): Promise<OrderFigures> {
  const { cluster, file, say } = place;
  const made = plan({ sources: [{ name, text }], release: name, namespace: "default" });
  const apply = (namespace: string): Program =>
    convergeApply({ ...place, namespace, kubeconfig: cluster.kubeconfig }, file);
  say(`${name}: converge`);
  const own = await makespan(apply, place);
  say(`${name}: converge --compat=${compat}`);
  const ofTool = await makespan((namespace) => {
    const program = apply(namespace);
    return { ...program, args: [...program.args, `--compat=${compat}`] };
  }, place);
  const hasKapp = compat === "kapp" && isThere({ peer: "kapp" });
  return {
    set: name,
    compat,
    written: criticalPath(made.plan, writtenSeconds),
    critical: criticalPath(made.plan, ({ kind, name: of }) => own.took.get(`${kind}/${of}`) ?? 0),
    converge: own.seconds,
    convergeCompat: ofTool.seconds,
    kapp: hasKapp
      ? (await makespan((namespace) => deployByKapp(namespace, place), place)).seconds
      : undefined,
  };
}

type CommandIn = (namespace: string) => Program;

/** The manifests of a set with longer times. */
async function readSet(name: string, scale: number): Promise<string> {
  const folder = join("fixtures/repositories", name);
  const files = (await readdir(folder)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return texts
    .join("---\n")
    .replaceAll(/-after: (\d+)s/g, (_, seconds: string) => `-after: ${Number(seconds) * scale}s`);
}

function deployByKapp(namespace: string, { file, folder, cluster: { kubeconfig } }: Place): Program {
  const words = ["deploy", "-a", "bench", "-n", namespace, "--into-ns", namespace, "-f", file, "-y"];
  return peerProgram("kapp", words, { folder, kubeconfig });
}

/** One run of a program. */
interface TimedRun {
  /** From the first write of an object of the set to the end of the program. */
  readonly seconds: number;
  /** The time from the write of each object to its last status, by kind and name. */
  readonly took: ReadonlyMap<string, number>;
}

async function makespan(commandIn: CommandIn, { cluster }: Place): Promise<TimedRun> {
  const namespace = await createNamespace(cluster);
  const mark = await cluster.auditMark();
  const { exitCode, complaint } = await runOnce(commandIn(namespace), limitSeconds);
  const end = Date.now();
  if (exitCode !== 0) {
    throw new Error(`exit code ${exitCode}: ${complaint}`);
  }
  const events = (await cluster.auditSince(mark, namespace)).filter(
    ({ verb, objectRef }) => writing.has(verb) && kinds.has(objectRef?.resource ?? ""),
  );
  await cluster.api("DELETE", `/api/v1/namespaces/${namespace}`);
  const written = events.filter(
    ({ user, objectRef }) => objectRef?.subresource === undefined && !user.username.startsWith("system:"),
  );
  const starts = written.map((event) => [keyOf(event), Date.parse(event.requestReceivedTimestamp)] as const);
  const ready = new Map(
    events
      .filter(({ objectRef }) => objectRef?.subresource === "status")
      .map((event) => [keyOf(event), Date.parse(event.stageTimestamp)]),
  );
  return {
    seconds: (end - Math.min(...starts.map(([, start]) => start))) / 1000,
    took: new Map(starts.map(([key, start]) => [key, ((ready.get(key) ?? start) - start) / 1000])),
  };
}

const writing: ReadonlySet<string> = new Set(["create", "patch", "update"]);

/** The kinds of the sets but for ConfigMaps, in which kapp keeps its records. */
const kinds: ReadonlyMap<string, string> = new Map([
  ["services", "Service"],
  ["jobs", "Job"],
  ["deployments", "Deployment"],
  ["statefulsets", "StatefulSet"],
  ["replicasets", "ReplicaSet"],
]);

function keyOf({ objectRef }: AuditEvent): string {
  return `${kinds.get(objectRef?.resource ?? "") ?? ""}/${objectRef?.name ?? ""}`;
}

async function createNamespace({ api, until }: TestCluster): Promise<string> {
  const name = `bench-${randomUUID().slice(0, 8)}`;
  const { status, text } = await api("POST", "/api/v1/namespaces", { metadata: { name } });
  if (status !== 201) {
    throw new Error(`namespace ${name}: ${text}`);
  }
  await until(`/api/v1/namespaces/${name}/serviceaccounts/default`, (found) => found !== undefined);
  return name;
}

/** Formats the figures as a Markdown table. */
export function orderTable(figures: readonly OrderFigures[]): string {
  const head = ["set", "pods", "critical path", "converge", "ratio", "--compat", "kapp"];
  const rows = figures.map(({ set, compat, written, critical, converge, convergeCompat, kapp }) => [
    set,
    written.toFixed(1),
    critical.toFixed(1),
    converge.toFixed(1),
    (converge / critical).toFixed(2),
    `${convergeCompat.toFixed(1)} (${compat})`,
    kapp?.toFixed(1) ?? "–",
  ]);
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

import { randomUUID } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

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
    critical: criticalPath(made.plan, writtenSeconds),
    converge: own,
    convergeCompat: ofTool,
    kapp: hasKapp ? await makespan((namespace) => deployByKapp(namespace, place), place) : undefined,
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

/** The seconds from the first write of an object of the set to the end of the program. */
async function makespan(commandIn: CommandIn, { cluster }: Place): Promise<number> {
  const namespace = await createNamespace(cluster);
  const mark = await cluster.auditMark();
  const { exitCode, complaint } = await runOnce(commandIn(namespace), limitSeconds);
  const end = Date.now();
  if (exitCode !== 0) {
    throw new Error(`exit code ${exitCode}: ${complaint}`);
  }
  const starts = (await cluster.auditSince(mark, namespace)).filter(
    ({ verb, objectRef, user }) =>
      (verb === "create" || verb === "patch") &&
      ofSets.has(objectRef?.resource ?? "") &&
      !user.username.startsWith("system:"),
  );
  await cluster.api("DELETE", `/api/v1/namespaces/${namespace}`);
  const first = Math.min(...starts.map((event) => Date.parse(event.requestReceivedTimestamp)));
  return (end - first) / 1000;
}

/** The kinds of the sets but for ConfigMaps, in which kapp keeps its records. */
const ofSets: ReadonlySet<string> = new Set([
  "services",
  "jobs",
  "deployments",
  "statefulsets",
  "replicasets",
]);

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
  const head = ["set", "critical path", "converge", "ratio", "--compat", "kapp"];
  const rows = figures.map(({ set, compat, critical, converge, convergeCompat, kapp }) => [
    set,
    critical.toFixed(1),
    converge.toFixed(1),
    (converge / critical).toFixed(2),
    `${convergeCompat.toFixed(1)} (${compat})`,
    kapp?.toFixed(1) ?? "–",
  ]);
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

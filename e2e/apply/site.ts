/** A release of a test: a namespace, a folder for manifests, and functions that run converge. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import type { Recorded } from "../../fixtures/recording-shell.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import { Semaphore } from "../../lib/async/locks.ts";
import type { Answer, LiveObject } from "../control-plane/api.ts";
import type { AuditMark } from "../control-plane/audit-log.ts";
import { testCluster, type TestCluster } from "../control-plane/test-cluster.ts";
import { beginConverge, type RunningCommand } from "./running-command.ts";
import { type CommandEnvironment, runConverge } from "./run-converge.ts";
import { type Request, requestsOf } from "./server-order.ts";

/** Manifests as objects, or as the text of a file, if the test refers to its lines. */
export type Manifests = readonly JsonObject[] | string;

/** The environment of a test. */
export interface Site {
  readonly cluster: TestCluster;
  readonly namespace: string;
  readonly release: string;
  /** Runs `converge apply` on these manifests, for the release in the namespace. */
  readonly apply: (manifests: Manifests, ...flags: readonly string[]) => Promise<Recorded>;
  /** Starts `converge apply` without waiting for its end. */
  readonly begin: (manifests: Manifests, ...flags: readonly string[]) => RunningCommand;
  /** Runs `converge delete` for the release. */
  readonly remove: (...flags: readonly string[]) => Promise<Recorded>;
  /** Starts `converge delete` without waiting for its end. */
  readonly beginRemove: (...flags: readonly string[]) => RunningCommand;
  /** Runs any command, in this environment. */
  readonly run: (words: readonly string[], around?: Partial<CommandEnvironment>) => Promise<Recorded>;
  /** Writes manifests into a file and returns its path. */
  readonly write: (manifests: Manifests) => string;
  /** Reads an object of the namespace; undefined if absent. */
  readonly get: (path: string) => Promise<LiveObject | undefined>;
  /** Creates an object as another user; throws if that is refused. */
  readonly create: (collection: string, object: object) => Promise<LiveObject>;
  /** Changes an object by a merge patch, as another user; throws if that is refused. */
  readonly patch: (path: string, body: object) => Promise<LiveObject>;
  /**
   * The path of an object of the namespace: `configmaps/env`, `apps/deployments/web`, `batch/jobs/migrate`.
   */
  readonly at: (path: string) => string;
  /**
   * The requests of converge for the namespace since a mark, in the order in which the server finished them.
   */
  readonly requests: (since: AuditMark) => Promise<readonly Request[]>;
}

/** Milliseconds after which a waiting test fails, so that its title is reported. */
const patience = 600_000;

/**
 * Opens a site, whose namespace is deleted after the test. Creating and changing objects throws an Error if
 * refused.
 */
export async function openSite(t: ExecutionContext): Promise<Site> {
  await takePlace(t);
  t.timeout(patience);
  const cluster = await testCluster();
  const namespace = await cluster.createNamespace(t);
  return siteIn(t, { cluster, namespace, release: "shop" });
}

/**
 * Limits the tests of a file that run at a time: too many runs in one process would starve the renewal of
 * locks.
 */
const places = new Semaphore(8);
const placed = new WeakSet<ExecutionContext>();

/** Waits until few enough tests are running. A test that opens several sites waits once. */
async function takePlace(t: ExecutionContext): Promise<void> {
  if (!placed.has(t)) {
    placed.add(t);
    t.teardown(await places.acquire(new AbortController().signal));
  }
}

/**
 * A site in a namespace that exists already, or will. Its functions throw an Error if a request is refused.
 */
export function siteIn(
  t: ExecutionContext,
  { cluster, namespace, release }: Pick<Site, "cluster" | "namespace" | "release">,
): Site {
  const folder = mkdtempSync(join(tmpdir(), "converge-e2e-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const home = ["--release", release, "-n", namespace];
  const at = (path: string): string => pathOf(path, namespace);
  const run: Site["run"] = (words, around) =>
    runConverge(words, { kubeconfig: cluster.kubeconfig, ...around });
  const write: Site["write"] = (manifests) => {
    const path = join(folder, "set.yaml");
    writeFileSync(path, typeof manifests === "string" ? manifests : textOf(manifests));
    return path;
  };
  return {
    cluster,
    namespace,
    release,
    run,
    write,
    at,
    apply: (manifests, ...flags) => run(["apply", write(manifests), ...home, ...flags]),
    begin: (manifests, ...flags) =>
      beginConverge(["apply", write(manifests), ...home, ...flags], cluster.kubeconfig),
    beginRemove: (...flags) => beginConverge(["delete", ...home, ...flags], cluster.kubeconfig),
    remove: (...flags) => run(["delete", ...home, ...flags]),
    create: async (collection, object) => taken(await cluster.api("POST", at(collection), object)),
    patch: async (path, body) => taken(await cluster.api("PATCH", at(path), body)),
    get: async (path) => {
      const { status, object } = await cluster.api("GET", at(path));
      return status === 200 ? object : undefined;
    },
    requests: async (since) => requestsOf(await cluster.auditSince(since, namespace)),
  };
}

function taken({ object, status, text }: Answer): LiveObject {
  if (object === undefined || status >= 300) {
    throw new Error(text);
  }
  return object;
}

function textOf(manifests: readonly JsonObject[]): string {
  return manifests.map((manifest) => `---\n${JSON.stringify(manifest)}\n`).join("");
}

/** The start of a path outside the core group. */
const groups = /^(?:apps|batch|autoscaling|policy|.*\..*)$/;

function pathOf(path: string, namespace: string): string {
  const parts = path.split("/");
  const isNamed = groups.test(parts[0] ?? "");
  const [group = "", ...rest] = isNamed ? parts : ["", ...parts];
  const versions: Readonly<Record<string, string>> = {
    "": "/api/v1",
    autoscaling: "/apis/autoscaling/v2",
  };
  return `${versions[group] ?? `/apis/${group}/v1`}/namespaces/${namespace}/${rest.join("/")}`;
}

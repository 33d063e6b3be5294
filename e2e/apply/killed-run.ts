/** A run that is killed at a given request, and the requests that the server received from it until then. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import { readState } from "../../lib/inventory/parent-state.ts";
import { revisionType } from "../../lib/inventory/revision.ts";
import { writeKubeconfig } from "../control-plane/kubeconfig.ts";
import { type ConvergeRun, startConverge } from "./faults/converge-run.ts";
import type { Handling, ProxiedRequest } from "./faults/request-handling.ts";
import { startFaultProxy } from "./faults/fault-proxy.ts";
import { objectWritesOf } from "./server-order.ts";
import type { Site } from "./site.ts";

/**
 * The moment at which a run is killed: when the server has answered that request, or before it receives it.
 */
export interface KillPoint {
  readonly when: "before" | "after";
  readonly method: "PATCH" | "DELETE";
  /** The end of the path of the request: `jobs/before`. */
  readonly object: string;
  /** The ordinal among such requests; 1 if absent. */
  readonly time?: number;
}

/**
 * Runs converge as a process, kills it (SIGKILL), and returns the writes of objects that the server did for
 * it.
 */
export async function killRun(
  t: ExecutionContext,
  site: Site,
  { words, instant }: { readonly words: readonly string[]; readonly instant: KillPoint },
): Promise<readonly string[]> {
  const { cluster } = site;
  const folder = mkdtempSync(join(tmpdir(), "converge-killed-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  let run: ConvergeRun | undefined;
  let death: Promise<void> | undefined;
  const writes = new WritesInFlight();
  // Of a write that is cut off, the log of the server does not show for certain whether it took effect.
  const kill = async (): Promise<void> => (death ??= writes.ended().then(async () => run?.kill()));
  const proxy = await startFaultProxy(cluster, async (asked) => {
    if (death !== undefined) {
      await death;
      return { type: "drop" };
    }
    if (!isThat(asked, instant)) {
      return writes.pass(asked);
    }
    if (instant.when === "after") {
      return { type: "pass", answered: kill };
    }
    await kill();
    return { type: "drop" };
  });
  t.teardown(proxy.close);
  const mark = await cluster.auditMark();
  const kubeconfig = writeKubeconfig(join(folder, "kubeconfig"), { ...proxy, token: cluster.adminToken });
  run = startConverge(words, kubeconfig);
  const { code, output } = await run.ended;
  t.is(code, undefined, `it was not killed:\n${output}`);
  return objectWritesOf(await site.requests(mark));
}

/** The writes that the server has not answered yet. */
class WritesInFlight {
  readonly #answers = new Set<Promise<void>>();

  pass({ method }: ProxiedRequest): Handling {
    if (method === "GET") {
      return { type: "pass" };
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#answers.add(promise);
    const answered = async (): Promise<void> => {
      this.#answers.delete(promise);
      resolve();
    };
    return { type: "pass", answered };
  }

  async ended(): Promise<void> {
    await Promise.all(this.#answers);
  }
}

function isThat({ method, path, time }: ProxiedRequest, instant: KillPoint): boolean {
  return method === instant.method && path.endsWith(`/${instant.object}`) && time === (instant.time ?? 1);
}

/** The history of the release in its record: `2 upgrade succeeded`. */
export async function recordedHistory(site: Site): Promise<readonly string[]> {
  const record = await site.get(`secrets/converge-${site.release}`);
  const history = readState(record?.data?.["state"])?.state.history ?? [];
  return history.map(({ number, action, outcome }) => `${number} ${action} ${outcome}`);
}

/** The Secrets that hold revisions of the release. */
export async function revisionSecretsOf({ cluster, namespace }: Site): Promise<readonly string[]> {
  const path = `/api/v1/namespaces/${namespace}/secrets?fieldSelector=type=${encodeURIComponent(revisionType)}`;
  const { object } = await cluster.api("GET", path);
  return (object?.items ?? []).map(({ metadata }) => metadata.name).toSorted();
}

/** The connections behind the clusters that programs hold. */
import type { RunContext } from "../apply/model/run-context.ts";
import type { Cluster } from "../client/model/cluster.ts";
import { formatDuration } from "../object/duration.ts";
import type { ConnectedCluster } from "./connected-cluster.ts";
import { convergeErrorOf } from "./converge-error-of.ts";
import { ConvergeError } from "./converge-error.ts";
import { newRunId, systemClock, systemRandom } from "./system-environment.ts";
import { version } from "./version.ts";

interface OpenHandle {
  readonly cluster: Cluster;
  /** Milliseconds that the server may take for its first answer. */
  readonly patience: number;
  /** Whether what the server serves was discovered for the next call. */
  isFresh: boolean;
}

const handles = new WeakMap<object, OpenHandle | "closed">();

/** Creates the handle of a cluster. */
export function openHandle(cluster: Cluster, patience: number): ConnectedCluster {
  const { server, namespace, context } = cluster;
  const close = async (): Promise<void> => {
    handles.set(handle, "closed");
    await cluster.close();
  };
  const handle = { server, namespace, context, close, [Symbol.asyncDispose]: close };
  handles.set(handle, { cluster, patience, isFresh: true });
  return handle;
}

/**
 * Returns the context of a run on a cluster. What the server serves is discovered again for each run, since a
 * handle may be held for long. Throws a TypeError if it is not a cluster, or closed, and a ConvergeError if
 * the server does not answer.
 */
export async function runContextOf(
  name: string,
  handle: ConnectedCluster,
  signal: AbortSignal,
): Promise<Omit<RunContext, "emit">> {
  const found = typeof handle === "object" ? handles.get(handle) : undefined;
  if (found === undefined || found === "closed") {
    throw new TypeError(
      `${name}: cluster ${found === undefined ? "must be the result of connect" : "is closed"}`,
    );
  }
  const { cluster, patience } = found;
  if (!found.isFresh) {
    // A run whose signal has aborted ends by itself, with a result.
    await reach(cluster, { patience, signal }).catch((error: unknown) => throwUnless(signal.aborted, error));
  }
  found.isFresh = false;
  return {
    cluster,
    signal,
    clock: systemClock,
    random: systemRandom,
    runId: newRunId(),
    tooling: `converge/v${version}`,
  };
}

function throwUnless(isExpected: boolean, error: unknown): void {
  if (!isExpected) {
    throw error;
  }
}

/** Discovers what the server serves. Throws a ConvergeError if it does not answer in time, or refuses. */
export async function reach(
  cluster: Cluster,
  { patience, signal }: { readonly patience: number; readonly signal: AbortSignal },
): Promise<void> {
  const late = AbortSignal.timeout(Math.ceil(patience));
  try {
    await cluster.discover({ signal: AbortSignal.any([signal, late]) }, true);
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) {
      const message = `${cluster.server} did not answer within ${formatDuration(patience)}`;
      throw new ConvergeError("Unreachable", message, { cause: error });
    }
    throw convergeErrorOf(error);
  }
}

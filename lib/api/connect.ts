import type { Access } from "../client/model/access.ts";
import { AccessError } from "../client/model/api-error.ts";
import {
  abortSignal,
  callback,
  checkOptions,
  duration,
  flag,
  label,
  listWith,
  millisecondsOf,
  type OptionTable,
  plainObject,
  text,
} from "./options/check-options.ts";
import { convergeErrorOf } from "./converge-error-of.ts";
import type { AbortSignalLike } from "./options/abort-signal-like.ts";
import type { ConnectedCluster } from "./connected-cluster.ts";
import { openHandle, reach } from "./open-handles.ts";
import { signalOf } from "./options/signal-of.ts";
import { homeFolder, processEnvironment, systemClock, systemRandom } from "./system-environment.ts";
import { version } from "./version.ts";

/** Options of `connect`, as the flags of kubectl. All of them are optional. */
export interface ConnectOptions {
  /** The kubeconfig file, instead of `KUBECONFIG`, `~/.kube/config` or the service account of the pod. */
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
  /** A cluster of the kubeconfig, instead of that of the context. */
  readonly cluster?: string | undefined;
  /** A user of the kubeconfig, instead of that of the context. */
  readonly user?: string | undefined;
  /** The namespace of releases that name none, instead of that of the context. */
  readonly namespace?: string | undefined;
  readonly server?: string | undefined;
  readonly token?: string | undefined;
  /** The user to impersonate. */
  readonly as?: string | undefined;
  readonly asGroups?: readonly string[] | undefined;
  readonly asUid?: string | undefined;
  readonly tlsServerName?: string | undefined;
  readonly certificateAuthority?: string | undefined;
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** The environment, also of credential plugins; `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The time the server may take to answer: milliseconds or `30s`, which is the default. */
  readonly timeout?: number | string | undefined;
  /** Receives what credential plugins write to standard error, line by line. */
  readonly onWarning?: ((message: string) => void) | undefined;
  readonly signal?: AbortSignalLike | undefined;
}

const table: OptionTable<ConnectOptions> = {
  kubeconfig: text,
  context: text,
  cluster: text,
  user: text,
  namespace: label,
  server: text,
  token: text,
  as: text,
  asGroups: listWith(text),
  asUid: text,
  tlsServerName: text,
  certificateAuthority: text,
  insecureSkipTlsVerify: flag,
  env: plainObject,
  timeout: duration,
  onWarning: callback,
  signal: abortSignal,
};

/**
 * Connects to a cluster as kubectl does, and waits for its first answer. Throws a ConvergeError if the
 * cluster cannot be used, a TypeError for wrong options, and the reason of the signal if that aborts.
 */
export async function connectCluster(options: ConnectOptions = {}): Promise<ConnectedCluster> {
  checkOptions("connect", options, table);
  const { openCluster } = await import("../client/open-cluster.ts");
  const access = await openAccessOf(options);
  const cluster = openCluster({
    access,
    clock: systemClock,
    random: systemRandom,
    userAgent: `converge/${version}`,
  });
  const patience = millisecondsOf(options.timeout, 30_000);
  try {
    await reach(cluster, { patience, signal: signalOf(options) });
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return openHandle(cluster, patience);
}

/** Finds the way to the cluster; only files are read. */
async function openAccessOf(options: ConnectOptions): Promise<Access> {
  const { openAccess } = await import("../client/access/open-access.ts");
  const { readPlainYaml } = await import("../manifest/yaml/read-plain-yaml.ts");
  const { env = processEnvironment(), onWarning, ...flags } = options;
  try {
    return await openAccess({
      ...flags,
      env,
      homeDirectory: homeFolder(env),
      clock: systemClock,
      readPlainYaml,
      warn: onWarning,
    });
  } catch (error) {
    throw error instanceof AccessError ? convergeErrorOf(error) : error;
  }
}

import { type Command, Option } from "commander";

import type { Cluster } from "../../lib/client/model/cluster.ts";
import { collectList } from "./option-parsers.ts";
import { versionLine } from "../version/command.ts";
import type { Host } from "../host/host.ts";
import { namespaceOption } from "./set-flags.ts";

/** The flags that select the cluster and the user, as in kubectl. */
export interface ClusterFlags {
  readonly namespace?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly server?: string;
  readonly token?: string;
  readonly as?: string;
  readonly asGroup?: readonly string[];
  readonly asUid?: string;
  readonly tlsServerName?: string;
  readonly insecureSkipTlsVerify?: boolean;
  readonly certificateAuthority?: string;
}

/** Adds the flags to a verb. */
export function addClusterFlags(command: Command): void {
  command
    .addOption(namespaceOption())
    .addOption(
      new Option("--kubeconfig <file>", "kubeconfig file").default(
        undefined,
        "$KUBECONFIG or ~/.kube/config",
      ),
    )
    .addOption(new Option("--context <name>", "kubeconfig context to use"));
  addConnectionFlags(command);
}

/** Adds the flags that select the server and the user within a kubeconfig, or in place of one. */
export function addConnectionFlags(command: Command): void {
  command
    .addOption(new Option("--cluster <name>", "kubeconfig cluster to use"))
    .addOption(new Option("--user <name>", "kubeconfig user to use"))
    .addOption(new Option("-s, --server <url>", "address of the API server"))
    .addOption(new Option("--token <token>", "bearer token for the API server"))
    .addOption(new Option("--as <user>", "user to impersonate"))
    .addOption(
      new Option("--as-group <group>", "group to impersonate (repeatable or comma-separated)").argParser(
        collectList,
      ),
    )
    .addOption(new Option("--as-uid <uid>", "UID to impersonate"))
    .addOption(new Option("--tls-server-name <name>", "host name to expect in the server certificate"))
    .addOption(new Option("--certificate-authority <file>", "CA certificate file for the API server"))
    .addOption(new Option("--insecure-skip-tls-verify", "do not verify the server certificate (insecure)"));
}

/** Our name in the log of an API server. */
export const clientUserAgent: string = versionLine.replace(" ", "/");

/** Returns the requests in flight that so many concurrent writes need. */
export function requestsInFlight(concurrency: number): number {
  return concurrency + 8;
}

/** Opens the cluster that the flags, the environment and the kubeconfig select. Throws AccessError. */
export async function openClusterOf(
  flags: ClusterFlags,
  { host, concurrency }: { readonly host: Host; readonly concurrency?: number },
): Promise<Cluster> {
  const { openAccess } = await import("../../lib/client/access/open-access.ts");
  const { openCluster } = await import("../../lib/client/open-cluster.ts");
  const { readPlainYaml } = await import("../../lib/manifest/yaml/read-plain-yaml.ts");
  const { asGroup, ...rest } = flags;
  const access = await openAccess({
    ...rest,
    asGroups: asGroup,
    env: host.env,
    homeDirectory: host.homeDirectory,
    clock: host.clock,
    readPlainYaml,
    stdinIsTerminal: host.ask !== undefined,
    warn: (message) => {
      host.stderr.write(`${message}\n`);
    },
  });
  return openCluster({
    access,
    clock: host.clock,
    random: host.random,
    userAgent: clientUserAgent,
    ...(concurrency === undefined ? {} : { limits: { inFlight: requestsInFlight(concurrency) } }),
  });
}

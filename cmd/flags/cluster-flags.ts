import { type Command, Option } from "commander";

import type { Cluster } from "../../lib/client/model/cluster.ts";
import { collectList, readLabel } from "./option-parsers.ts";
import { versionLine } from "../version/command.ts";
import type { Host } from "../host/host.ts";

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
    .addOption(
      new Option(
        "-n, --namespace <name>",
        "the namespace of the release (default: that of the context)",
      ).argParser(readLabel),
    )
    .addOption(
      new Option("--kubeconfig <file>", "the kubeconfig to use, instead of KUBECONFIG and ~/.kube/config"),
    )
    .addOption(new Option("--context <name>", "the context of the kubeconfig"))
    .addOption(new Option("--cluster <name>", "the cluster of the kubeconfig"))
    .addOption(new Option("--user <name>", "the user of the kubeconfig"))
    .addOption(new Option("-s, --server <url>", "the address of the API server"))
    .addOption(new Option("--token <token>", "a bearer token"))
    .addOption(new Option("--as <user>", "the user to impersonate"))
    .addOption(
      new Option("--as-group <group>", "a group to impersonate; may be repeated").argParser(collectList),
    )
    .addOption(new Option("--as-uid <uid>", "the uid to impersonate"))
    .addOption(new Option("--tls-server-name <name>", "the name that the server's certificate has"))
    .addOption(
      new Option("--certificate-authority <file>", "the authority that has signed the server's certificate"),
    )
    .addOption(new Option("--insecure-skip-tls-verify", "trust whoever answers"));
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
    userAgent: versionLine.replace(" ", "/"),
    ...(concurrency === undefined ? {} : { limits: { inFlight: concurrency + 8 } }),
  });
}

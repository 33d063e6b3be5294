import type { Access } from "../model/access.ts";
import { AccessError, UnreachableError } from "../model/api-error.ts";
import { readClusterSettings, type ClusterSettings } from "../kubeconfig/cluster-settings.ts";
import { readRemoteKubeconfig, type RemoteKubeconfig } from "../kubeconfig/remote-kubeconfig.ts";
import { proxyOfEnvironment, type Proxy } from "../dial/proxy.ts";
import { openUserProof } from "../credentials/user-credentials.ts";
import type { AccessRequest } from "./access-request.ts";
import { resolvedAccess } from "./open-access.ts";

/** The part of a request that concerns a remote cluster: its kubeconfig gives everything else. */
export type RemoteRequest = Pick<AccessRequest, "env" | "homeDirectory" | "clock" | "as" | "warn">;

/** The access to a remote cluster. */
export interface RemoteAccess {
  readonly access: Access;
  /** Equal for accesses to the same server in the same way, whatever the credentials. */
  readonly route: string;
}

/**
 * Opens the access that a kubeconfig gives to another cluster; nothing but the kubeconfig counts, besides the
 * proxy variables. Messages name the place of the kubeconfig, and none of its values. Throws an AccessError.
 */
export async function openRemoteAccess(
  kubeconfig: RemoteKubeconfig,
  request: RemoteRequest,
): Promise<RemoteAccess> {
  try {
    return await resolveRemoteAccess(kubeconfig, request);
  } catch (error) {
    // Whatever a kubeconfig is made of, it is not a reason to end the process; the error may quote its
    // values.
    throw error instanceof AccessError ? error : new AccessError(`${kubeconfig.place} cannot be used`);
  }
}

async function resolveRemoteAccess(
  kubeconfig: RemoteKubeconfig,
  { env, homeDirectory, clock, as, warn }: RemoteRequest,
): Promise<RemoteAccess> {
  const request: AccessRequest = { env, homeDirectory, clock, as, warn };
  const choice = await readRemoteKubeconfig(kubeconfig, request);
  const cluster = await readClusterSettings(choice.cluster, request);
  const proof = await openUserProof(choice.user, { cluster, request });
  const access = resolvedAccess({ ...choice, cluster, proof, context: undefined }, request);
  const hide = hiderOf(cluster, cluster.proxy ?? proxyOfEnvironment(env, cluster.server));
  return {
    route: JSON.stringify(cluster),
    access: {
      ...access,
      name: "its API server",
      dial: async (credentials, alpn) =>
        access.dial(credentials, alpn).catch((error: unknown) => {
          throw hidden(error, hide);
        }),
    },
  };
}

type Hide = (message: string) => string;

/** Returns the function that replaces addresses of a kubeconfig by words. */
function hiderOf({ server, tlsServerName }: ClusterSettings, proxy: Proxy | undefined): Hide {
  const words: readonly (readonly [text: string, word: string])[] = [
    ...(proxy === undefined
      ? []
      : [
          [`the proxy ${proxy.shown}`, "its proxy"] as const,
          [`${proxy.host}:${proxy.port}`, "its proxy"] as const,
          [proxy.host, "its proxy"] as const,
        ]),
    [server.url, "its API server"],
    [`${server.host}:${server.port}`, "its API server"],
    [tlsServerName, "its tls-server-name"],
    [server.host, "its host"],
  ];
  // Longer texts first: a host is also part of the others.
  const patterns = words
    .filter(([text]) => text !== "")
    .toSorted(([left], [right]) => right.length - left.length)
    .map(([text, word]) => [new RegExp(`(?<![\\w.-])${RegExp.escape(text)}(?![\\w-])`, "gi"), word] as const);
  return (message) => patterns.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), message);
}

function hidden(error: unknown, hide: Hide): unknown {
  if (error instanceof UnreachableError) {
    return new UnreachableError(hide(error.message));
  }
  return error instanceof AccessError ? new AccessError(hide(error.message)) : error;
}

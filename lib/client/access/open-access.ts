import type { Access } from "../model/access.ts";
import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "./access-request.ts";
import { chooseContext, listed } from "../kubeconfig/choose-context.ts";
import { readClusterSettings, type ClusterSettings } from "../kubeconfig/cluster-settings.ts";
import { dial, type DialRoute } from "../dial/dial.ts";
import { findKubeconfig, type FoundKubeconfig } from "../kubeconfig/find-kubeconfig.ts";
import { cacheCredentials, type ProofSource } from "../credentials/credential-cache.ts";
import { readImpersonation } from "../kubeconfig/impersonation.ts";
import { openPodAccess } from "./in-cluster.ts";
import type { KubeconfigEntry } from "../kubeconfig/kubeconfig-entry.ts";
import { proxyOfEnvironment } from "../dial/proxy.ts";
import { openTlsContexts } from "../dial/tls-contexts.ts";
import { openUserProof } from "../credentials/user-credentials.ts";

/** The resolved access, whatever its source. */
interface WayIn {
  readonly cluster: ClusterSettings;
  readonly proof: ProofSource;
  readonly user: KubeconfigEntry | undefined;
  readonly namespace: string;
  readonly context: string | undefined;
}

/**
 * Resolves the access to a cluster as kubectl does: flags, then the kubeconfig of `--kubeconfig`, KUBECONFIG
 * or `~/.kube/config`, then the service account of the pod. Only reads files: runs nothing and opens no
 * connection yet. Throws an AccessError with a one-line message if there is no access or its settings are
 * invalid; localhost is never guessed.
 */
export async function openAccess(request: AccessRequest): Promise<Access> {
  const { cluster, proof, user, namespace, context } = await findWayIn(request);
  const { credentials, renew } = cacheCredentials(proof, {
    headers: readImpersonation(user, request),
    clock: request.clock,
  });
  const route: DialRoute = {
    cluster,
    proxy: cluster.proxy ?? proxyOfEnvironment(request.env, cluster.server),
    contexts: openTlsContexts(cluster, request.env),
    clock: request.clock,
  };
  return {
    server: cluster.server.url,
    namespace: request.namespace || namespace || "default",
    context,
    credentials,
    renew,
    dial: async (shown, alpn) => dial(route, { credentials: shown, alpn }),
  };
}

async function findWayIn(request: AccessRequest): Promise<WayIn> {
  const found = await findKubeconfig(request);
  const choice =
    found.kubeconfig === undefined ? chooseByFlags(request) : chooseContext(found.kubeconfig, request);
  if (choice !== undefined) {
    const cluster = await readClusterSettings(choice.cluster, request);
    return { ...choice, cluster, proof: await openUserProof(choice.user, { cluster, request }) };
  }
  const pod = found.isExplicit || asksForKubeconfig(request) ? undefined : await openPodAccess(request);
  if (pod === undefined) {
    throw noWay(found, request);
  }
  return { ...pod, user: undefined, context: undefined };
}

function asksForKubeconfig({ context = "", cluster = "", user = "" }: AccessRequest): boolean {
  return context + cluster + user !== "";
}

/** `--server` with `--token` needs no kubeconfig. */
function chooseByFlags(request: AccessRequest): ReturnType<typeof chooseContext> {
  return (request.server ?? "") === "" || asksForKubeconfig(request)
    ? undefined
    : { context: undefined, cluster: undefined, user: undefined, namespace: "" };
}

function noWay({ kubeconfig, isExplicit, lookedAt }: FoundKubeconfig, request: AccessRequest): AccessError {
  if (kubeconfig !== undefined) {
    const contexts = [...kubeconfig.contexts.keys()];
    const remedy =
      contexts.length === 0 ? "and it has no contexts" : `name one with --context: ${listed(contexts)}`;
    return new AccessError(`${kubeconfig.files.join(", ")}: no current-context is set; ${remedy}`);
  }
  const also = isExplicit || asksForKubeconfig(request) ? "" : ", and this is no pod with a service account";
  return new AccessError(
    `no kubeconfig found: ${lookedAt} does not exist${also}; name one with --kubeconfig or KUBECONFIG`,
  );
}

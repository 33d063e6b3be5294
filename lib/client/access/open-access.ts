import { join } from "node:path";

import type { Access } from "../model/access.ts";
import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "./access-request.ts";
import { chooseContext } from "../kubeconfig/choose-context.ts";
import { readClusterSettings, type ClusterSettings } from "../kubeconfig/cluster-settings.ts";
import { dial, type DialRoute } from "../dial/dial.ts";
import { findKubeconfig, type FoundKubeconfig } from "../kubeconfig/kubeconfig.ts";
import {
  cacheCredentials,
  type ProofSource,
  fileFreshness,
  serveStaleOnError,
} from "../credentials/credential-cache.ts";
import { readImpersonation } from "../kubeconfig/impersonation.ts";
import type { KubeconfigEntry } from "../kubeconfig/kubeconfig-entry.ts";
import { proxyOfEnvironment } from "../dial/proxy.ts";
import { openTlsContexts } from "../dial/tls-contexts.ts";
import { openUserProof, openTokenFile } from "../credentials/user-credentials.ts";
import { readIfPresent } from "../model/read-file.ts";
import { listSome } from "../../object/message-text.ts";

/** The resolved access, whatever its source. */
export interface WayIn {
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
  return resolvedAccess(await findWayIn(request), request);
}

/** Builds the access from what was resolved. Throws an AccessError for contradictory settings. */
export function resolvedAccess(
  { cluster, proof, user, namespace, context }: WayIn,
  request: AccessRequest,
): Access {
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
      contexts.length === 0
        ? ", and there are no contexts"
        : `; choose one with --context: ${listSome(contexts)}`;
    return new AccessError(`${kubeconfig.files.join(", ")}: no current-context is set${remedy}`);
  }
  const also =
    isExplicit || asksForKubeconfig(request) ? "" : ", and this is not a pod with a service account";
  return new AccessError(
    `no kubeconfig found: ${lookedAt} does not exist${also}; set --kubeconfig or KUBECONFIG`,
  );
}

/** Access to the cluster this process runs in as a pod. */
export interface PodAccess {
  readonly cluster: ClusterSettings;
  readonly proof: ProofSource;
  readonly namespace: string;
}

const usualFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * The access of a pod: the address from KUBERNETES_SERVICE_HOST and _PORT, token and certificate authority
 * from its service account. Undefined outside of a pod. The namespace is POD_NAMESPACE, else that of the
 * service account.
 */
export async function openPodAccess(request: AccessRequest): Promise<PodAccess | undefined> {
  const folder = request.serviceAccountFolder ?? usualFolder;
  const address = serviceAddress(request.env);
  if (address === undefined || !(await isThere(join(folder, "token")))) {
    return undefined;
  }
  const authority = join(folder, "ca.crt");
  const isTrusted = request.insecureSkipTlsVerify !== true && (await isThere(authority));
  const cluster = await readClusterSettings(undefined, {
    ...request,
    server: request.server || address,
    certificateAuthority: request.certificateAuthority || (isTrusted ? authority : ""),
  });
  return {
    cluster,
    proof: await podProof(folder, { request, cluster }),
    namespace: await podNamespace(folder, request),
  };
}

function serviceAddress(env: AccessRequest["env"]): string | undefined {
  const { KUBERNETES_SERVICE_HOST: host = "", KUBERNETES_SERVICE_PORT: port = "" } = env;
  if (host === "" || port === "") {
    return undefined;
  }
  return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

const because = "service account of this pod";

async function isThere(file: string): Promise<boolean> {
  return (await readIfPresent(file, because)) !== undefined;
}

async function podProof(
  folder: string,
  { request, cluster }: { readonly request: AccessRequest; readonly cluster: ClusterSettings },
): Promise<ProofSource> {
  if ((request.token ?? "") !== "") {
    return openUserProof(undefined, { cluster, request });
  }
  const file = join(folder, "token");
  const token = openTokenFile(file, { fallback: "", because });
  return serveStaleOnError(
    async () => ({
      authorization: await token.read(),
      certificate: undefined,
      freshUntil: request.clock.now() + fileFreshness,
    }),
    request,
  );
}

async function podNamespace(folder: string, request: AccessRequest): Promise<string> {
  const named = request.env["POD_NAMESPACE"] ?? "";
  const text = named === "" ? await readIfPresent(join(folder, "namespace"), because) : named;
  return text?.trim() || "default";
}

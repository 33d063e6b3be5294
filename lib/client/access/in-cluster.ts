import { join } from "node:path";

import type { AccessRequest } from "./access-request.ts";
import { readClusterSettings, type ClusterSettings } from "../kubeconfig/cluster-settings.ts";
import { readIfPresent } from "../model/read-file.ts";
import type { ProofSource } from "../credentials/credential-cache.ts";
import { fileFreshness, serveStaleOnError } from "../credentials/stale-on-error.ts";
import { openTokenFile } from "../credentials/token-file.ts";
import { openUserProof } from "../credentials/user-credentials.ts";

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

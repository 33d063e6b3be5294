/** Users with limited permissions for tests. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import type { Client, LiveObject } from "./api.ts";
import { writeKubeconfig } from "./kubeconfig.ts";
import { accountUser, untilAllowed } from "./until-allowed.ts";

/** A rule of RBAC. */
export interface PolicyRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/** The permissions of a user: in its namespace, and cluster-wide. */
export interface UserRules {
  readonly namespace: string;
  readonly rules: readonly PolicyRule[];
  readonly clusterRules?: readonly PolicyRule[];
}

/** The cluster and namespace for a user. */
export interface UserPlace {
  readonly client: Client;
  readonly server: string;
  readonly ca: string | undefined;
}

const rbac = "/apis/rbac.authorization.k8s.io/v1";

/**
 * Creates a ServiceAccount with these permissions only, and returns the path of its kubeconfig, whose context
 * has its namespace, once the server grants them. Its cluster-scoped objects are deleted after the test, the
 * others with the namespace.
 */
export async function makeUser(t: ExecutionContext, place: UserPlace, may: UserRules): Promise<string> {
  const { client, server, ca } = place;
  const { namespace, rules, clusterRules = [] } = may;
  const name = `user-${randomUUID().slice(0, 8)}`;
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  await create(client, accounts, { metadata: { name } });
  const grant = async (scope: string, kind: string, granted: readonly PolicyRule[]): Promise<void> => {
    const subjects = [{ kind: "ServiceAccount", name, namespace }];
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind, name };
    const roles = `${rbac}/${scope}${kind.toLowerCase()}`;
    await create(client, `${roles}s`, { metadata: { name }, rules: granted });
    await create(client, `${roles}bindings`, { metadata: { name }, subjects, roleRef });
    const where = kind === "Role" ? namespace : undefined;
    await untilAllowed(client.api, { user: accountUser(namespace, name), namespace: where, rules: granted });
  };
  await grant(`namespaces/${namespace}/`, "Role", rules);
  if (clusterRules.length > 0) {
    t.teardown(async () => {
      await client.api("DELETE", `${rbac}/clusterrolebindings/${name}`);
      await client.api("DELETE", `${rbac}/clusterroles/${name}`);
    });
    await grant("", "ClusterRole", clusterRules);
  }
  const issued = await create(client, `${accounts}/${name}/token`, { spec: { expirationSeconds: 3600 } });
  const { token }: { readonly token?: string } = issued?.status ?? {};
  const folder = mkdtempSync(join(tmpdir(), "converge-user-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  return writeKubeconfig(join(folder, "kubeconfig"), { server, ca, token, namespace });
}

async function create({ api }: Client, path: string, body: object): Promise<LiveObject | undefined> {
  const { status, text, object } = await api("POST", path, body);
  if (status !== 201) {
    throw new Error(`POST ${path}: ${text}`);
  }
  return object;
}

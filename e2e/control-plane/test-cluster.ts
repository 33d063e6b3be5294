/** A real cluster for a test, and the helpers that a test needs besides the product. */
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";

import type { ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { type Api, Client } from "./api.ts";
import { type AuditEvent, type AuditLog, type AuditMark, markAudit, readAudit } from "./audit-log.ts";
import { ensureControlPlane, ownKubeconfig } from "./control-plane.ts";
import { binariesFolder } from "./folder.ts";
import { type Access, readKubeconfig } from "./kubeconfig.ts";
import { lineProgress } from "./progress.ts";
import { makeUser, type UserRules } from "./test-user.ts";

/** A cluster that tests share, each in namespaces of its own. */
export interface TestCluster {
  /** The path of the administrator's kubeconfig. */
  readonly kubeconfig: string;
  readonly server: string;
  /** The CA of the server's certificate, as PEM. */
  readonly ca: string | undefined;
  /** Absent if the selected cluster authenticates its administrator by a certificate. */
  readonly adminToken: string | undefined;
  /** The audit log of the server; absent for a cluster that a user selected. */
  readonly auditLog: string | undefined;
  /** Whether nodes and pods are simulated, and follow their annotations (README.md). */
  readonly isSimulated: boolean;
  /** The folder of programs that were built for the tests. */
  readonly binaries: string;
  /** Sends one request as administrator. */
  readonly api: Api;
  /** Waits for an object, by a watch. */
  readonly until: Client["until"];
  /** Follows the objects of a collection. */
  readonly follow: Client["follow"];
  /**
   * Creates a unique namespace, and deletes it after the test without waiting for its end. Give labels that
   * admission reads here: of labels added later, its cache of namespaces may not know yet.
   */
  readonly createNamespace: (t: Pick<ExecutionContext, "teardown">, labels?: JsonObject) => Promise<string>;
  /** Creates a user with these permissions only; returns the path of its kubeconfig. */
  readonly kubeconfigFor: (t: ExecutionContext, rules: UserRules) => Promise<string>;
  /** Marks a moment in the audit log. */
  readonly auditMark: () => Promise<AuditMark>;
  /**
   * All finished requests received since then, including those of other tests; with a namespace, those for
   * objects in it.
   */
  readonly auditSince: (mark: AuditMark, namespace?: string) => Promise<readonly AuditEvent[]>;
}

/**
 * The cluster for tests: the one that `CONVERGE_E2E_KUBECONFIG` names, otherwise the control plane of this
 * checkout, which is started if necessary. Never the current context of the user who runs the tests. Throws
 * one line with the remedy if neither is available.
 */
export async function testCluster(): Promise<TestCluster> {
  const named = process.env["CONVERGE_E2E_KUBECONFIG"];
  if (named !== undefined && named !== "" && resolve(named) !== ownKubeconfig) {
    return describe({ kubeconfig: named, access: readKubeconfig(named) });
  }
  const { kubeconfig, server, ca, adminToken, auditLog } = await ensureControlPlane(
    "refuse",
    lineProgress(() => undefined),
  );
  return describe({ kubeconfig, access: { server, ca, token: adminToken }, auditLog });
}

interface Found {
  readonly kubeconfig: string;
  readonly access: Access;
  readonly auditLog?: string;
}

function describe({ kubeconfig, access, auditLog }: Found): TestCluster {
  const { server, ca, token } = access;
  const client = new Client(access);
  const log = (): AuditLog => {
    if (auditLog === undefined) {
      throw new Error(
        "the cluster that CONVERGE_E2E_KUBECONFIG names shows no audit log; unset it for this test",
      );
    }
    return { path: auditLog, client };
  };
  return {
    kubeconfig,
    server,
    ca,
    adminToken: token,
    auditLog,
    isSimulated: auditLog !== undefined,
    binaries: binariesFolder(),
    api: client.api,
    until: client.until,
    follow: (collection) => client.follow(collection),
    createNamespace: async (t, labels) => createNamespace(t, client, labels),
    kubeconfigFor: async (t, rules) => makeUser(t, { client, server, ca }, rules),
    auditMark: async () => markAudit(log()),
    auditSince: async (mark, namespace) => readAudit(log(), mark, namespace),
  };
}

async function createNamespace(
  t: Pick<ExecutionContext, "teardown">,
  { api, until }: Client,
  labels: JsonObject = {},
): Promise<string> {
  const name = `e2e-${randomUUID().slice(0, 8)}`;
  t.teardown(async () => {
    await api("DELETE", `/api/v1/namespaces/${name}`);
  });
  const { status, text } = await api("POST", "/api/v1/namespaces", { metadata: { name, labels } });
  if (status !== 201) {
    throw new Error(`namespace ${name}: ${text}`);
  }
  // Pods without a service account of their own are refused until it exists.
  await until(`/api/v1/namespaces/${name}/serviceaccounts/default`, (object) => object !== undefined);
  return name;
}

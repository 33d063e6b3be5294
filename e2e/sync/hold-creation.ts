import type { ExecutionContext } from "ava";

import { type Backend, reserveBackend, serve } from "../apply/backend.ts";
import type { Site } from "../apply/site.ts";

/** A write that the API server does not finish before the test says so. */
export interface HeldCreation {
  /** Resolves once the write is under way. */
  readonly reached: Promise<void>;
  /** Lets it be finished. Without that, it fails after half a minute. */
  readonly release: () => void;
}

interface Review {
  readonly request: { readonly uid: string; readonly name: string; readonly dryRun?: boolean };
}

/** Holds the creation of a ConfigMap of the namespace, by a webhook that the API server calls from now on. */
export async function holdCreation(t: ExecutionContext, site: Site, held: string): Promise<HeldCreation> {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const backend = await reserveBackend("hold", site.namespace);
  const called = new Set<string>();
  await serve(t, backend, async (asked) => {
    const { request }: Review = JSON.parse(JSON.stringify(asked));
    called.add(request.name);
    if (request.name === held && request.dryRun !== true) {
      reached.resolve();
      await released.promise;
    }
    const response = { uid: request.uid, allowed: true };
    return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response };
  });
  await register(t, site, backend);
  while (called.size === 0) {
    await site.cluster.api("POST", `${site.at("configmaps")}?dryRun=All`, { metadata: { name: "probe" } });
  }
  return {
    reached: reached.promise,
    release: () => {
      released.resolve();
    },
  };
}

async function register(
  t: ExecutionContext,
  { cluster, create, namespace }: Site,
  { caBundle, port }: Backend,
): Promise<void> {
  await create("services", {
    metadata: { name: "hold" },
    spec: { type: "ExternalName", externalName: "localhost" },
  });
  const hooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  t.teardown(async () => cluster.api("DELETE", `${hooks}/${namespace}`));
  const webhook = {
    name: "hold.converge.test",
    clientConfig: { caBundle, service: { name: "hold", namespace, port } },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    timeoutSeconds: 30,
  };
  const { status, text } = await cluster.api("POST", hooks, {
    metadata: { name: namespace },
    webhooks: [webhook],
  });
  if (status !== 201) {
    throw new Error(text);
  }
}

import { randomUUID } from "node:crypto";

import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { backendManifests, reserveBackend, serve } from "./backend.ts";
import { configMap, definition, namespaceNamed, readyWhile } from "./manifests.ts";
import { moment } from "./server-order.ts";
import { openSite } from "./site.ts";

/** Adds a label to the object that only the webhook of this test selects. */
function labelled(object: JsonObject, labels: JsonObject): JsonObject {
  return { ...object, metadata: { ...Object(object["metadata"]), labels } };
}

function isReview(asked: unknown): asked is { readonly request: { readonly uid: string } } {
  return typeof asked === "object" && asked !== null && "request" in asked;
}

test("a catch-all webhook whose server needs the CRDs of the set does not block them", async (t) => {
  const site = await openSite(t);
  const { cluster, namespace } = site;
  startKubelet(t, cluster, namespace);
  const group = `guard-${randomUUID().slice(0, 8)}.example.com`;
  const backend = await reserveBackend("guard", namespace);
  await serve(t, backend, (asked) => ({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid: isReview(asked) ? asked.request.uid : "", allowed: true },
  }));
  const labels = { "example.com/guarded-in": namespace };
  const clientConfig = {
    service: { namespace, name: "guard", port: backend.port },
    caBundle: backend.caBundle,
  };
  const own = { group, namespace: `${namespace}-own`, webhook: `guard-of-${namespace}` };
  const set = [
    ...backendManifests(
      "guard",
      readyWhile(`apiextensions.k8s.io/CustomResourceDefinition/cogs.${group}`),
    ).map((object) => labelled(object, labels)),
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: own.webhook },
      webhooks: [
        {
          name: "guard.example.com",
          admissionReviewVersions: ["v1"],
          sideEffects: "None",
          clientConfig,
          objectSelector: { matchLabels: labels },
          rules: [
            { apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"], operations: ["CREATE", "UPDATE"] },
          ],
        },
      ],
    },
    labelled(definition(group, "Cog"), labels),
    labelled(namespaceNamed(own.namespace), labels),
    labelled(configMap("guarded"), labels),
  ];
  const paths = {
    definition: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`,
    namespace: `/api/v1/namespaces/${own.namespace}`,
    webhook: `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${own.webhook}`,
  };
  t.teardown(async () => {
    for (const path of [paths.webhook, paths.definition, paths.namespace]) {
      await cluster.api("DELETE", path);
    }
  });
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  const created = moment((await cluster.api("GET", paths.webhook)).object);
  t.true(
    moment(await site.get("configmaps/guarded")) > created,
    "the guarded object came before its webhook",
  );
  t.is((await cluster.api("GET", paths.definition)).status, 200);
  t.is((await cluster.api("GET", paths.namespace)).status, 200);
});

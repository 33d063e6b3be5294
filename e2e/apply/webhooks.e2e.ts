import { randomUUID } from "node:crypto";

import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { type Backend, backendManifests, reserveBackend, serve } from "./backend.ts";
import { configMap, definition } from "./manifests.ts";
import { moment, objectWritesOf, type Request, writesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

const slowly = { "converge.test/ready-after": "1s" };

interface Review {
  readonly request: { readonly uid: string; readonly object: JsonObject };
}

interface Configuration {
  readonly kind: "ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration";
  readonly site: Site;
  readonly backend: Backend;
}

/** A webhook for the ConfigMaps in the namespace of the test only. */
function configuration({ kind, site, backend: { port, caBundle } }: Configuration): JsonObject {
  const { namespace } = site;
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind,
    metadata: { name: nameOf(site) },
    webhooks: [
      {
        name: "guard.example.com",
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        clientConfig: { service: { namespace, name: "guard", port, path: "/admit" }, caBundle },
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
        rules: [
          {
            apiGroups: [""],
            apiVersions: ["v1"],
            resources: ["configmaps"],
            operations: ["CREATE", "UPDATE"],
          },
        ],
      },
    ],
  };
}

function nameOf({ namespace }: Site): string {
  return `guard-of-${namespace}`;
}

function review(uid: string, verdict: object): object {
  return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, ...verdict } };
}

function isReview(asked: unknown): asked is Review {
  return typeof asked === "object" && asked !== null && "request" in asked;
}

function uidOf(asked: unknown): string {
  return isReview(asked) ? asked.request.uid : "";
}

function sendingsOf(requests: readonly Request[], object: string): readonly number[] {
  return requests.filter((each) => each.verb === "patch" && each.object === object).map(({ code }) => code);
}

test("objects that a webhook intercepts are sent again until its server answers", async (t) => {
  const site = await openSite(t);
  const backend = await reserveBackend("guard", site.namespace);
  const mark = await site.cluster.auditMark();
  const run = site.begin([
    configMap("seen"),
    configuration({ kind: "ValidatingWebhookConfiguration", site, backend }),
    ...backendManifests("guard"),
  ]);
  t.teardown(async () => site.remove());
  await run.said(/retrying .*ConfigMap\/seen.*guard\.example\.com/s);
  await serve(t, backend, (asked) => review(uidOf(asked), { allowed: true }));
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  const codes = sendingsOf(await site.requests(mark), "configmaps/seen");
  t.true(codes.length > 1);
  t.deepEqual([...new Set(codes)], [500, 201]);
  t.is(codes.filter((each) => each === 201).length, 1);
});

test("a webhook configuration is applied once its server is ready, and the objects it intercepts after it", async (t) => {
  const site = await openSite(t);
  const { cluster } = site;
  const backend = await reserveBackend("guard", site.namespace);
  await serve(t, backend, (asked) => review(uidOf(asked), { allowed: true }));
  const { code, stdout } = await site.apply([
    configMap("seen"),
    configuration({ kind: "ValidatingWebhookConfiguration", site, backend }),
    ...backendManifests("guard", slowly),
  ]);
  t.teardown(async () => site.remove());
  t.is(code, 0, stdout);
  const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  const configured = moment((await cluster.api("GET", `${path}/${nameOf(site)}`)).object);
  t.true(configured > moment(await site.get("apps/deployments/guard")));
  t.true(configured < moment(await site.get("configmaps/seen")));
  t.is((await site.remove()).code, 0);
  t.is((await cluster.api("GET", `${path}/${nameOf(site)}`)).status, 404);
});

test("an object that a webhook denies fails at once, with the webhook's message and the line of the manifest", async (t) => {
  const site = await openSite(t);
  const backend = await reserveBackend("guard", site.namespace);
  await serve(t, backend, (asked) =>
    review(uidOf(asked), { allowed: false, status: { code: 403, message: "no cogs on Fridays" } }),
  );
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([
    ...backendManifests("guard"),
    configuration({ kind: "ValidatingWebhookConfiguration", site, backend }),
    configMap("seen"),
  ]);
  t.teardown(async () => site.remove());
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +.*ConfigMap\/seen: .*denied the request: no cogs on Fridays \(.*set\.yaml:8:1\)/);
  t.deepEqual(sendingsOf(await site.requests(mark), "configmaps/seen"), [403]);
  t.is(await site.get("configmaps/seen"), undefined);
});

test("fields that a webhook adds and changes are not drift", async (t) => {
  const site = await openSite(t);
  const backend = await reserveBackend("guard", site.namespace);
  const changes = [
    { op: "add", path: "/metadata/labels/example.com~1team", value: "cogs" },
    { op: "add", path: "/data/bundle", value: "filled in" },
    { op: "replace", path: "/data/image", value: "mirror.test/app:1" },
  ];
  await serve(t, backend, (asked) =>
    review(uidOf(asked), {
      allowed: true,
      patchType: "JSONPatch",
      patch: Buffer.from(JSON.stringify(changes)).toString("base64"),
    }),
  );
  const set = [
    ...backendManifests("guard"),
    configuration({ kind: "MutatingWebhookConfiguration", site, backend }),
    configMap("seen", { image: "registry.test/app:1" }),
  ];
  t.teardown(async () => site.remove());
  const first = await site.apply(set);
  t.is(first.code, 0, first.stdout);
  t.deepEqual((await site.get("configmaps/seen"))?.data, { image: "mirror.test/app:1", bundle: "filled in" });
  const mark = await site.cluster.auditMark();
  const again = await site.apply(set);
  t.is(again.code, 0, again.stdout);
  t.deepEqual(writesOf(await site.requests(mark)), []);
});

/** A CRD with two versions; a request for the one that is not stored needs the conversion webhook. */
function convertedDefinition(group: string, site: Site, { port, caBundle }: Backend): JsonObject {
  const base = definition(group, "Cog");
  const { versions, ...spec } = specOf(base);
  const [version = {}] = versions;
  return {
    ...base,
    spec: {
      ...spec,
      versions: [version, { ...version, name: "v2", storage: false }],
      conversion: {
        strategy: "Webhook",
        webhook: {
          conversionReviewVersions: ["v1"],
          clientConfig: {
            service: { namespace: site.namespace, name: "converter", port, path: "/convert" },
            caBundle,
          },
        },
      },
    },
  };
}

interface DefinitionSpec extends JsonObject {
  readonly versions: readonly JsonObject[];
}

function specOf(manifest: JsonObject): DefinitionSpec {
  const { spec }: { readonly spec?: DefinitionSpec } = JSON.parse(JSON.stringify(manifest));
  return spec ?? { versions: [] };
}

interface Conversion {
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly JsonObject[];
  };
}

function isConversion(asked: unknown): asked is Conversion {
  return typeof asked === "object" && asked !== null && "request" in asked;
}

function convert(asked: unknown): object {
  if (!isConversion(asked)) {
    return {};
  }
  const { uid, desiredAPIVersion: apiVersion, objects } = asked.request;
  const convertedObjects = objects.map((object) => ({ ...object, apiVersion }));
  const response = { uid, result: { status: "Success" }, convertedObjects };
  return { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", response };
}

test("a custom resource of a converted version waits until the conversion webhook answers, and is not written twice", async (t) => {
  const site = await openSite(t);
  const { cluster } = site;
  const group = `convert-${randomUUID().slice(0, 8)}.example.com`;
  const backend = await reserveBackend("converter", site.namespace);
  const set = [
    { apiVersion: `${group}/v2`, kind: "Cog", metadata: { name: "big" }, spec: { teeth: 7 } },
    convertedDefinition(group, site, backend),
    ...backendManifests("converter", slowly),
  ];
  const definitionPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`;
  t.teardown(async () => cluster.api("DELETE", definitionPath));
  const run = site.begin(set, "--readiness=kstatus");
  await run.said(/retrying .*Cog\/big.*conversion webhook/s);
  const ready = moment(await site.get("apps/deployments/converter"));
  await serve(t, backend, convert);
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  const stored = await cluster.api("GET", `/apis/${group}/v2/namespaces/${site.namespace}/cogs/big`);
  t.true(moment(stored.object) > ready);
  const mark = await cluster.auditMark();
  const again = await site.apply(set, "--readiness=kstatus");
  t.is(again.code, 0, again.stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  t.is((await site.remove()).code, 0);
  t.is((await cluster.api("GET", definitionPath)).status, 404);
});

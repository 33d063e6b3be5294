import test from "ava";

import {
  noAccess,
  offlineId,
  offlineRun,
  offlineSession,
  restMapperOf,
} from "../../../fixtures/offline-session.ts";
import { makeCatalog } from "../../client/discovery/catalog.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import { foreignContents } from "./foreign-contents.ts";

const namespaces = restMapperOf("v1 Namespace!").require({ group: "", kind: "Namespace" }, "v1");
const shop = { resource: namespaces, namespace: "", name: "shop" };

/** The contents of a Namespace on a server that serves these kinds and does not answer lists. */
async function contents(kinds: RestMapper): Promise<readonly string[]> {
  const { deps } = offlineSession({ kinds });
  return foreignContents(shop, { deps, id: offlineId });
}

/** Kinds for which a Namespace is not searched. */
const ignores = test.macro({
  title: (_, fact: string) => `a Namespace is not searched for ${fact}`,
  async exec(t, _fact: string, served: readonly string[]) {
    t.deepEqual(await contents(restMapperOf(...served)), []);
  },
});

test(ignores, "cluster-scoped objects", ["v1 Node!", "rbac.authorization.k8s.io/v1 ClusterRole!"]);
test(ignores, "events", ["v1 Event", "events.k8s.io/v1 Event"]);
test(ignores, "endpoints", ["v1 Endpoints", "discovery.k8s.io/v1 EndpointSlice"]);
test(ignores, "leases", ["coordination.k8s.io/v1 Lease"]);
test(ignores, "metrics", ["metrics.k8s.io/v1beta1 PodMetrics"]);

/** The kind ConfigMap with only these verbs. */
function configMapsWith(...verbs: readonly string[]): RestMapper {
  const resources = restMapperOf("v1 ConfigMap").all.map((resource) => ({ ...resource, verbs }));
  return new RestMapper(
    offlineRun().context.cluster,
    makeCatalog([{ resources, versions: [], missing: new Map() }]),
  );
}

test("a Namespace is not searched for a kind that cannot be listed or deleted", async (t) => {
  t.deepEqual(await contents(configMapsWith("get", "list")), []);
  t.deepEqual(await contents(configMapsWith("get", "delete")), []);
});

/** Kinds for which a Namespace is searched. */
const searches = test.macro({
  title: (_, fact: string) => `a Namespace is searched for ${fact}`,
  async exec(t, _fact: string, served: string) {
    await t.throwsAsync(contents(restMapperOf(served)), { message: noAccess });
  },
});

test(searches, "objects of the core group", "v1 ConfigMap");
test(searches, "custom resources", "example.com/v1 CronTab");
test(searches, "a custom resource that is named like an event", "example.com/v1 Event");
test(searches, "a custom resource that is named like a lease", "example.com/v1 Lease");

test("the foreign resources of a CRD are searched only after the CRD is read", async (t) => {
  const kinds = restMapperOf("apiextensions.k8s.io/v1 CustomResourceDefinition!");
  const resource = kinds.require({ group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" }, "v1");
  const { deps } = offlineSession({ kinds });
  const place = { resource, namespace: "", name: "crontabs.example.com" };
  await t.throwsAsync(foreignContents(place, { deps, id: offlineId }), { message: noAccess });
});

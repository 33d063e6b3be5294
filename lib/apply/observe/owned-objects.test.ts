import test from "ava";

import { offlineRun, restMapperOf, shopObject } from "../../../fixtures/offline-session.ts";
import { makeCatalog } from "../../client/discovery/catalog.ts";
import { newParent } from "../../inventory/applyset-parent.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import { listOwned, nameReleases } from "./owned-objects.ts";
import { applySetId, partOfLabel } from "../../inventory/apply-set.ts";

const record = {
  ...newParent("web", "shop"),
  groupKinds: [{ group: "example.com", kind: "CronTab" }],
  namespaces: ["shop"],
};
const { context } = offlineRun();

test("a release has no objects of a kind that is not served", async (t) => {
  const owned = await listOwned(record, { context, kinds: restMapperOf("v1 ConfigMap") });
  t.deepEqual(owned, { objects: new Map(), refusals: [] });
});

test("a kind whose API server does not answer is reported, not taken for one without objects", async (t) => {
  const missing = new Map([["example.com/v1", "503 Service Unavailable"]]);
  const kinds = new RestMapper(context.cluster, makeCatalog([{ resources: [], versions: [], missing }]));
  const { refusals } = await listOwned(record, { context, kinds });
  t.deepEqual(refusals, ["the API server of example.com/v1 is unavailable: 503 Service Unavailable"]);
});

test("listing the objects of a release fails if the cluster is unreachable", async (t) => {
  await t.throwsAsync(listOwned(record, { context, kinds: restMapperOf("example.com/v1 CronTab") }), {
    name: "AccessError",
  });
});

const id = applySetId({ name: "converge-web", namespace: "shop" });

/** Objects whose owners are known without listing the records of releases. */
const needsNoName = test.macro({
  title: (_, fact: string) => `${fact} needs no list of releases`,
  async exec(t, _fact: string, metadata: Record<string, Record<string, string>>) {
    const object = shopObject("v1 ConfigMap env", metadata);
    t.is((await nameReleases([object], id, { context, kinds: restMapperOf("v1 Secret") })).size, 0);
  },
});

test(needsNoName, "an object without an owner", {});
test(needsNoName, "an object of the release itself", { labels: { [partOfLabel]: id } });
test(needsNoName, "an object of Helm", {
  labels: { "app.kubernetes.io/managed-by": "Helm" },
  annotations: { "meta.helm.sh/release-name": "web" },
});

test("an object of another release needs a list of releases", async (t) => {
  const foreign = shopObject("v1 ConfigMap env", { labels: { [partOfLabel]: "applyset-other-v1" } });
  const asked = nameReleases([foreign], id, { context, kinds: restMapperOf("v1 Secret") });
  await t.throwsAsync(asked, { name: "AccessError" });
});

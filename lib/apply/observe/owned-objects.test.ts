import test from "ava";

import { offlineRun, restMapperOf, shopObject } from "../../../fixtures/offline-session.ts";
import { newParent } from "../../inventory/applyset-parent.ts";
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

test("objects that cannot be listed because the cluster is out of reach are no refusal", async (t) => {
  await t.throwsAsync(listOwned(record, { context, kinds: restMapperOf("example.com/v1 CronTab") }), {
    name: "AccessError",
  });
});

const id = applySetId({ name: "converge-web", namespace: "shop" });

/** Objects for whose owners no record of a release has to be listed. */
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

test("the name of another release has to be asked for", async (t) => {
  const foreign = shopObject("v1 ConfigMap env", { labels: { [partOfLabel]: "applyset-other-v1" } });
  const asked = nameReleases([foreign], id, { context, kinds: restMapperOf("v1 Secret") });
  await t.throwsAsync(asked, { name: "AccessError" });
});

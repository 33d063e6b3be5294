import test from "ava";

import { offlineRun, restMapperOf } from "../../../fixtures/offline-session.ts";
import { newParent } from "../../inventory/applyset-parent.ts";
import { listOwned } from "./owned-objects.ts";

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

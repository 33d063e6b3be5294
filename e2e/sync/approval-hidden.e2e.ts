/** Hidden values in the plans of units with `approval: manual`. */
import test from "ava";

import { conditionsIn, hasReason, openApproval } from "./approval-site.ts";
import { openFleet } from "./fleet.ts";
import { line } from "./sidecar.ts";
import { readyAt } from "./sync-site.ts";

/** A chart with one Secret of these data. */
function chart(data: string): Readonly<Record<string, string>> {
  const secret = `apiVersion: v1\nkind: Secret\nmetadata: { name: key }\ndata:\n  ${data}\n`;
  return {
    "shop/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 1.0.0\n",
    "shop/templates/key.yaml": secret,
  };
}

function encoded(text: string): string {
  return Buffer.from(text).toString("base64");
}

const looksUp = `token: {{ (lookup "v1" "Secret" .Release.Namespace "source").data.token }}`;

test("a hidden value that a chart looks up is part of the approval, even after a restart", async (t) => {
  const site = await openApproval(t);
  const [one, two] = ["hunter2-one", "hunter2-two"].map((text) => encoded(text));
  const metadata = { name: "source" };
  await site.create("secrets", { apiVersion: "v1", kind: "Secret", metadata, data: { token: one } });
  await site.repository.commit(chart(looksUp));
  const sidecar = site.beginFleet();
  const first = await site.planned();
  t.is((await sidecar.stop()).code, 0);
  const again = site.beginFleet();
  await again.received(line("planPending", { unit: "shop", digest: first }), 0);

  await site.patch("secrets/source", { data: { token: two } });
  await site.approve(first);
  const second = await site.planned(first);
  t.true(conditionsIn(await site.reported(hasReason("ApprovalOfOtherPlan"))).length > 0);
  t.deepEqual(await site.writes(), []);
  await site.approve(second);
  await site.cluster.until(site.at("secrets/key"), (key) => key?.data?.["token"] === two);
});

test("random values of Secrets can be approved, and the approval key is deleted with the release", async (t) => {
  const site = await openApproval(t);
  const commit = await site.repository.commit(chart("token: {{ randAlphaNum 12 | b64enc }}"));
  const sidecar = site.beginFleet();
  await site.approve(await site.planned());
  await readyAt(sidecar, commit);
  t.is(sidecar.log().filter(line("planPending", { unit: "shop" })).length, 1);
  t.is((await sidecar.stop()).code, 0);
  t.is((await site.get("secrets/converge.shop.approval"))?.metadata.name, "converge.shop.approval");
  await site.remove();
  t.is(await site.get("secrets/converge.shop.approval"), undefined);
});

test("one approval is enough for hidden values in a namespace that does not exist yet", async (t) => {
  const fleet = await openFleet(t);
  const name = `${fleet.namespace}-own`;
  t.teardown(async () => fleet.cluster.api("DELETE", `/api/v1/namespaces/${name}`));
  const site = await openApproval(t, { namespace: name, createNamespace: true }, fleet);
  const commit = await site.repository.commit(chart(`token: ${encoded("hunter2")}`));
  const sidecar = site.beginFleet();
  await site.approve(await site.planned());
  await readyAt(sidecar, commit);
  const plans = sidecar.log().filter(line("planPending", { unit: "shop" }));
  t.is(plans.length, 1);
  t.true(JSON.stringify(plans).includes(`{"object":"/Namespace/${name}","action":"create"}`));
});

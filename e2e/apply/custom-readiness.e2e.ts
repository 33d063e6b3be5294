import { randomUUID } from "node:crypto";

import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, definition, dependsOn, refTo } from "./manifests.ts";
import { moment, writesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

interface CustomSite extends Site {
  readonly group: string;
}

/** Opens a site with an API group of its own, which is deleted after the test. */
async function openCustomSite(t: ExecutionContext): Promise<CustomSite> {
  const site = await openSite(t);
  const group = `ready-${randomUUID().slice(0, 8)}.example.com`;
  t.teardown(async () => {
    await site.cluster.api("DELETE", `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`);
  });
  return { ...site, group };
}

function cog(group: string, annotations: Readonly<Record<string, string>> = {}): JsonObject {
  return {
    apiVersion: `${group}/v1`,
    kind: "Cog",
    metadata: { name: "big", annotations },
    spec: { teeth: 7 },
  };
}

interface Reported {
  readonly annotations?: Readonly<Record<string, string>>;
  /** The status that the controller writes first, which is not ready. */
  readonly first?: object;
  /** The status that makes the object ready. */
  readonly last: object;
}

const waitsForItsController = test.macro(async (t, { annotations = {}, first, last }: Reported) => {
  const site = await openCustomSite(t);
  const { group, cluster } = site;
  const path = site.at(`${group}/cogs/big`);
  const run = site.begin([
    definition(group, "Cog"),
    cog(group, annotations),
    configMap("after", {}, dependsOn(refTo(site.namespace, [group, "Cog", "big"]))),
  ]);
  await run.said(/created .*Cog\/big/);
  if (first !== undefined) {
    await cluster.api("PATCH", `${path}/status`, { status: first });
  }
  const output = await cluster.api("PATCH", `${path}/status`, { status: last });
  t.is(output.status, 200, output.text);
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.true(moment(await site.get("configmaps/after")) > moment(output.object), stdout);
});

test("a custom resource is ready when its condition Ready is true", waitsForItsController, {
  first: { conditions: [{ type: "Ready", status: "False", reason: "Milling", message: "2 of 7 teeth" }] },
  last: { conditions: [{ type: "Ready", status: "True" }] },
});
test("ready-when compares the value at a path", waitsForItsController, {
  annotations: { "converge.dev/ready-when": "jsonpath={.status.phase}=Turning" },
  first: { phase: "Milling", conditions: [{ type: "Ready", status: "True" }] },
  last: { phase: "Turning" },
});
test("ready-when reads a condition of another type", waitsForItsController, {
  annotations: { "converge.dev/ready-when": "condition=Oiled" },
  first: { conditions: [{ type: "Ready", status: "True" }] },
  last: { conditions: [{ type: "Oiled", status: "True" }] },
});
test("a status of an older generation is ignored", waitsForItsController, {
  first: { observedGeneration: 0, conditions: [{ type: "Ready", status: "True" }] },
  last: { observedGeneration: 1, conditions: [{ type: "Ready", status: "True" }] },
});

test("a custom resource with the condition Stalled fails at once, with the message of its controller", async (t) => {
  const site = await openCustomSite(t);
  const { group, cluster } = site;
  const path = site.at(`${group}/cogs/big`);
  const run = site.begin([definition(group, "Cog"), cog(group)]);
  await run.said(/created .*Cog\/big/);
  const condition = { type: "Stalled", status: "True", reason: "NoSteel", message: "the mill has no steel" };
  await cluster.api("PATCH", `${path}/status`, {
    status: { observedGeneration: 1, conditions: [condition] },
  });
  const { code, stdout } = await run.ended;
  t.is(code, 1);
  t.regex(stdout, /Cog\/big.*NoSteel: the mill has no steel/);
});

test("an unknown field of a custom resource is refused and named", async (t) => {
  const site = await openCustomSite(t);
  const set = [definition(site.group, "Cog"), { ...cog(site.group), tooth: 7 }];
  const mark = await site.cluster.auditMark();
  const refused = await site.apply(set);
  t.is(refused.code, 2, refused.stdout);
  t.regex(refused.stderr, /Cog\/big: unknown field tooth/);
  t.deepEqual(writesOf(await site.requests(mark)), []);
  const warned = await site.apply(set, "--validate=warn");
  t.is(warned.code, 1, warned.stdout);
  t.regex(warned.stdout, /Cog\/big.*tooth/);
});

test("with --readiness=kstatus, a custom resource without a status is ready at once", async (t) => {
  const site = await openCustomSite(t);
  const { group } = site;
  const { code, stdout } = await site.apply(
    [
      definition(group, "Cog"),
      cog(group),
      configMap("after", {}, dependsOn(refTo(site.namespace, [group, "Cog", "big"]))),
    ],
    "--readiness=kstatus",
  );
  t.is(code, 0, stdout);
  t.truthy(await site.get("configmaps/after"));
});

test("an unchanged custom resource whose controller never wrote a status is not waited for again", async (t) => {
  const site = await openCustomSite(t);
  const set = [definition(site.group, "Cog"), cog(site.group)];
  t.is((await site.apply(set, "--readiness=kstatus")).code, 0);
  const again = await site.apply(set);
  t.is(again.code, 0, again.stdout);
});

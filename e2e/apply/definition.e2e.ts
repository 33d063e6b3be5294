import { randomUUID } from "node:crypto";

import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, definition } from "./manifests.ts";
import { openSite, type Site } from "./site.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const atOnce = { "converge.dev/ready-when": "jsonpath={.spec.teeth}=7" };

async function openCustomSite(t: ExecutionContext): Promise<Site & { readonly group: string }> {
  const site = await openSite(t);
  const group = `kind-${randomUUID().slice(0, 8)}.example.com`;
  t.teardown(async () => site.cluster.api("DELETE", `${definitions}/cogs.${group}`));
  return { ...site, group };
}

function cog(group: string, version: string, name = "big"): JsonObject {
  return {
    apiVersion: `${group}/${version}`,
    kind: "Cog",
    metadata: { name, annotations: atOnce },
    spec: { teeth: 7 },
  };
}

/** The CRD with a second version. */
function widened(group: string): JsonObject {
  const known = definition(group, "Cog");
  const spec = Object(known["spec"]);
  const [first] = spec.versions;
  return { ...known, spec: { ...spec, versions: [first, { ...first, name: "v2", storage: false }] } };
}

test("an object of a version that its CRD adds in the same run waits until the version is served", async (t) => {
  const site = await openCustomSite(t);
  const { group } = site;
  const first = await site.apply([definition(group, "Cog"), cog(group, "v1")]);
  t.is(first.code, 0, first.stdout);
  const { code, stdout } = await site.apply([widened(group), cog(group, "v2"), cog(group, "v2", "small")]);
  t.is(code, 0, stdout);
  t.notRegex(stdout, /retrying/);
  const again = await site.apply([widened(group), cog(group, "v2"), cog(group, "v2", "small")]);
  t.is(again.code, 0, again.stdout);
  t.regex(again.stdout, /3 unchanged/);
});

test("an object of an unknown kind is refused before anything is sent", async (t) => {
  const site = await openCustomSite(t);
  const { code, stdout } = await site.apply([cog(site.group, "v1"), configMap("env")]);
  t.is(code, 2, stdout);
  t.regex(stdout, /does not serve Cog .*\(Cog\/big\)/);
  t.is(await site.get("configmaps/env"), undefined);
});

test("a CRD is deleted and recreated with its custom resources, and both are watched", async (t) => {
  const site = await openCustomSite(t);
  const { group } = site;
  const set = [configMap("a"), definition(group, "Cog"), cog(group, "v1")];
  t.is((await site.apply(set)).code, 0);
  const pruned = await site.apply([configMap("a")], "--allow-prune=crds");
  t.is(pruned.code, 0, pruned.stdout);
  t.is((await site.cluster.api("GET", `${definitions}/cogs.${group}`)).status, 404);
  const back = await site.apply(set);
  t.is(back.code, 0, back.stdout);
  t.truthy(await site.get(`${group}/cogs/big`));
});

test("a CRD whose names conflict fails with the message of its condition", async (t) => {
  const site = await openCustomSite(t);
  const { group } = site;
  t.is((await site.apply([definition(group, "Cog")])).code, 0);
  const known = definition(group, "Cog");
  const spec = Object(known["spec"]);
  const name = `sprockets.${group}`;
  t.teardown(async () => site.cluster.api("DELETE", `${definitions}/${name}`));
  const twin = {
    ...known,
    metadata: { name },
    spec: { ...spec, names: { ...spec.names, plural: "sprockets" } },
  };
  const { code, stdout } = await site.apply([definition(group, "Cog"), twin]);
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +.*CustomResourceDefinition\/sprockets.*already in use/);
});

import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, deployment, service } from "../apply/manifests.ts";
import { writesOf } from "../apply/server-order.ts";
import { openPeerSite, type PeerSite } from "./peer-site.ts";
import { workloadState } from "./workload-state.ts";

const partOf = "applyset.kubernetes.io/part-of";
const set: readonly JsonObject[] = [configMap("env", { a: "1" }), service("web"), deployment("web")];

async function applyWithKubectl(
  site: PeerSite,
  objects: readonly JsonObject[],
  parent: string,
  ...flags: readonly string[]
): Promise<void> {
  await site.peer("apply", "--prune", `--applyset=${parent}`, "-f", site.write(objects), ...flags);
}

/** Asserts that an ApplySet with that parent, applied by kubectl with these flags, is adopted. */
const adopts = test.macro({
  title: (_, parent: string, flags: readonly string[]) =>
    `an ApplySet with parent ${parent} is taken over: kubectl apply ${flags.join(" ")}`,
  async exec(t, parent: string, flags: readonly string[]) {
    const site = await openPeerSite(t, "kubectl");
    const extra = [configMap("old"), configMap("env", { a: "1", b: "1" })];
    await applyWithKubectl(site, [...set.slice(1), ...extra], parent, ...flags);
    const before = await workloadState(site, "apps/deployments/web", "app=web");
    const adopt = `--adopt-applyset=${parent}`;
    const dry = await site.apply(set, adopt, "--dry-run=server", "--force-conflicts=false");
    t.is(dry.code, 0, dry.stdout + dry.stderr);
    const { code, stdout, stderr } = await site.apply(set, adopt, "--force-conflicts=false");
    t.is(code, 0, stdout + stderr);
    t.deepEqual(await workloadState(site, "apps/deployments/web", "app=web"), before);
    t.is(await site.get("configmaps/old"), undefined);
    const env = await site.get("configmaps/env");
    t.deepEqual(env?.data, { a: "1" });
    const ours = (await site.get("secrets/converge-shop"))?.metadata.labels?.["applyset.kubernetes.io/id"];
    t.is(env?.metadata.labels?.[partOf], ours);
    t.regex(
      stdout,
      /is left without members. To delete it: kubectl -n \S+ delete (?:secrets|configmaps) shop/,
    );
    const mark = await site.cluster.auditMark();
    t.is((await site.apply(set)).code, 0);
    t.is((await site.apply(set, adopt)).code, 0);
    t.deepEqual(writesOf(await site.requests(mark)), []);
  },
});

test(adopts, "shop", []);
test(adopts, "configmap/shop", ["--server-side"]);

test("--adopt-applyset refuses a parent that is missing, is not an ApplySet, or belongs to another tool", async (t) => {
  const site = await openPeerSite(t, "kubectl");
  const refusal = async (flag: string): Promise<string> => {
    const { code, stdout, stderr } = await site.apply([configMap("env")], flag);
    t.is(code, 2, stdout);
    return stdout + stderr;
  };
  t.regex(await refusal("--adopt-applyset=shop"), /there is no ApplySet Secret \S+\/shop: it does not exist/);
  await site.create("configmaps", configMap("shop"));
  t.regex(await refusal("--adopt-applyset=configmap/shop"), /is not the parent of an ApplySet/);
  await site.peer("apply", "-f", site.write([configMap("other")]), "--prune", "--applyset=kro");
  await site.patch("secrets/kro", {
    metadata: { annotations: { "applyset.kubernetes.io/tooling": "kro/v0.5.0" } },
  });
  t.regex(await refusal("--adopt-applyset=kro"), /does not belong to kubectl .*kro\/v0\.5\.0/);
  t.regex(
    await refusal("--adopt-applyset=ferry.example.com/shop"),
    /does not serve the kind ferry\.example\.com/,
  );
});

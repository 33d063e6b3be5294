import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { type KillPoint, killRun, recordedHistory } from "./killed-run.ts";
import { configMap, job } from "./manifests.ts";
import { savedUpgrade, savePlan } from "./saved-site.ts";
import { objectWritesOf, writesOf } from "./server-order.ts";
import { openSite } from "./site.ts";

const continues = test.macro({
  title: (_, { when, method, object }: KillPoint) =>
    `a run of a saved plan killed ${when} ${method} ${object} is continued with the same plan`,
  exec: async (t, instant: KillPoint) => {
    const site = await openSite(t);
    const file = await savedUpgrade(site);
    const words = ["apply", "--plan", file];
    const seen = await killRun(t, site, { words, instant });
    const mark = await site.cluster.auditMark();
    const again = await site.run(words);
    t.is(again.code, 0, again.stdout);
    const writes = objectWritesOf(await site.requests(mark));
    t.deepEqual([...seen, ...writes].toSorted(), [
      "delete configmaps/gone",
      "patch configmaps/env",
      "patch configmaps/new",
    ]);
    t.deepEqual(await recordedHistory(site), ["1 install succeeded", "2 upgrade succeeded"]);
  },
});
test(continues, { when: "before", method: "PATCH", object: "configmaps/new" });
test(continues, { when: "after", method: "PATCH", object: "secrets/converge-shop" });
test(continues, { when: "before", method: "DELETE", object: "configmaps/gone" });
test(continues, { when: "after", method: "DELETE", object: "configmaps/gone" });

test("a run of a saved plan killed after its hook, while it recreates an object, is continued with the plan", async (t) => {
  const site = await openSite(t);
  const hook = job("before", { annotations: { "helm.sh/hook": "pre-install,pre-upgrade" } });
  const recreate = { "werf.io/replace-on-change": "true", "converge.dev/recreate": "true" };
  const replaced = (a: string): JsonObject => ({
    ...configMap("fixed", { a }, recreate),
    immutable: true,
  });
  t.is((await site.apply([replaced("1")], "--recreate")).code, 0);
  const { file, code, stderr, stdout } = await savePlan(
    site,
    [hook, replaced("2"), configMap("last")],
    "--recreate",
  );
  t.is(code, 0, stderr);
  t.regex(stdout, /ConfigMap\/fixed +recreate/);
  t.regex(stdout, /Job\/before +run as pre-upgrade hook/);
  const words = ["apply", "--plan", file];
  await killRun(t, site, {
    words,
    instant: { when: "after", method: "DELETE", object: "configmaps/fixed" },
  });
  t.is(await site.get("configmaps/fixed"), undefined);
  const again = await site.run(words);
  t.is(again.code, 0, again.stdout);
  t.is((await site.get("configmaps/fixed"))?.data?.["a"], "2");
  t.not(await site.get("configmaps/last"), undefined);
  const mark = await site.cluster.auditMark();
  const third = await site.run(words);
  t.is(third.code, 0, third.stdout);
  t.deepEqual(writesOf(await site.requests(mark)), []);
});

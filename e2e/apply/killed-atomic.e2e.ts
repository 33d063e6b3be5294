import test from "ava";

import { type KillPoint, killRun, recordedHistory } from "./killed-run.ts";
import { applying, before, early, env, homeOf } from "./killed-set.ts";
import { openSite } from "./site.ts";

const undone = [...before, early, env, "patch jobs/after"];
const undoing: KillPoint = { when: "after", method: "PATCH", object: "configmaps/early", time: 2 };

test("a run with --atomic killed during its rollback rolls back when it is repeated", async (t) => {
  const site = await openSite(t);
  t.is((await site.run(applying(site, "1"))).code, 0);
  const words = [...applying(site, "broken"), "--atomic"];
  t.deepEqual(await killRun(t, site, { words, instant: undoing }), [...undone, ...before, early]);
  const failed = ["1 install succeeded", "2 upgrade failed"];
  t.deepEqual(await recordedHistory(site), [...failed, "3 rollback unfinished"]);
  const { code, stdout } = await site.run(words);
  t.is(code, 1, stdout);
  t.is((await site.get("configmaps/env"))?.data?.["text"], "1");
  t.is((await site.get("configmaps/early"))?.data?.["text"], "1");
  t.truthy(await site.get("configmaps/old"));
  t.deepEqual(await recordedHistory(site), [...failed, "3 upgrade failed", "4 rollback succeeded"]);
});

test("converge rollback completes the rollback of a killed run with --atomic", async (t) => {
  const site = await openSite(t);
  t.is((await site.run(applying(site, "1"))).code, 0);
  const words = [...applying(site, "broken"), "--atomic"];
  t.deepEqual(await killRun(t, site, { words, instant: undoing }), [...undone, ...before, early]);
  const { code, stdout } = await site.run(["rollback", ...homeOf(site)]);
  t.is(code, 0, stdout);
  t.is((await site.get("configmaps/env"))?.data?.["text"], "1");
  t.is(await site.get("batch/jobs/after"), undefined);
  t.deepEqual(await recordedHistory(site), [
    "1 install succeeded",
    "2 upgrade failed",
    "3 rollback succeeded",
  ]);
});

test("a release whose run was killed while it rolled back a failed installation can be installed", async (t) => {
  const site = await openSite(t);
  const words = [...applying(site, "broken"), "--atomic"];
  const instant: KillPoint = { when: "after", method: "DELETE", object: "configmaps/env" };
  t.deepEqual(await killRun(t, site, { words, instant }), [
    ...undone,
    "patch jobs/farewell",
    "delete configmaps/env",
  ]);
  t.deepEqual(await recordedHistory(site), ["1 install failed"]);
  const { code, stdout } = await site.run(applying(site, "2"));
  t.is(code, 0, stdout);
  t.is((await site.get("configmaps/env"))?.data?.["text"], "2");
  t.is(await site.get("batch/jobs/after"), undefined);
  t.deepEqual(await recordedHistory(site), ["1 install failed", "2 install succeeded"]);
});

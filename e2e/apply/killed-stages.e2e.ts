import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import test from "ava";

import { type KillPoint, killRun, revisionSecretsOf, recordedHistory } from "./killed-run.ts";
import { after, applying, before, early, env, homeOf, runAgain, setOf, type Version } from "./killed-set.ts";
import { definition } from "./manifests.ts";
import { openSite, type Site } from "./site.ts";

const prune = "delete configmaps/old";

/** A step of a release whose run is killed and then repeated. */
interface KilledStep {
  readonly words: (site: Site) => readonly string[];
  readonly instant: KillPoint;
  /** The writes that the server did for the killed run, and for the next one. */
  readonly seen: readonly string[];
  readonly again: readonly string[];
  /** The versions that were applied before, undisturbed. */
  readonly earlier: readonly Version[];
  /** The history in the record between the two runs, and at the end. */
  readonly historyAfterKill: readonly string[];
  readonly finalHistory: readonly string[];
  /** The final text in the ConfigMap `env`. */
  readonly text: string;
}

const endsAsUndisturbed = test.macro(
  async (t, { earlier, words, instant, seen, historyAfterKill, again, finalHistory, text }: KilledStep) => {
    const site = await openSite(t);
    for (const version of earlier) {
      const { code, stdout } = await site.run(applying(site, version));
      t.is(code, 0, stdout);
    }
    t.deepEqual(await killRun(t, site, { words: words(site), instant }), seen);
    t.deepEqual(await recordedHistory(site), historyAfterKill);
    const { code, stdout, writes } = await runAgain(site, words(site));
    t.is(code, 0, stdout);
    t.deepEqual(writes, again, stdout);
    t.deepEqual(await recordedHistory(site), finalHistory);
    t.deepEqual(
      await revisionSecretsOf(site),
      finalHistory.map((turn) => `converge.shop.v${turn.split(" ")[0]}`),
    );
    t.is((await site.get("configmaps/env"))?.data?.["text"], text);
    t.is((await site.get("configmaps/old")) !== undefined, text === "1");
    for (const name of ["before", "after"]) {
      t.is(await site.get(`batch/jobs/${name}`), undefined, "a hook that has succeeded is left");
    }
  },
);

const upgrade: Omit<KilledStep, "instant" | "seen" | "again"> = {
  earlier: ["1"],
  words: (site) => applying(site, "2"),
  historyAfterKill: ["1 install succeeded", "2 upgrade unfinished"],
  finalHistory: ["1 install succeeded", "2 upgrade succeeded"],
  text: "2",
};

test("a run killed while it waits for a pre hook runs that hook again", endsAsUndisturbed, {
  ...upgrade,
  instant: { when: "after", method: "PATCH", object: "jobs/before" },
  seen: ["patch jobs/before"],
  again: ["delete jobs/before", ...before, early, env, ...after, prune],
});
test("a succeeded hook that a killed run did not delete is deleted by the next run", endsAsUndisturbed, {
  ...upgrade,
  instant: { when: "before", method: "DELETE", object: "jobs/before" },
  seen: ["patch jobs/before"],
  again: ["delete jobs/before", ...before, early, env, ...after, prune],
});
test(
  "a run killed between two weights continues with the second weight after running its hooks again",
  endsAsUndisturbed,
  {
    ...upgrade,
    instant: { when: "after", method: "PATCH", object: "configmaps/early" },
    seen: [...before, early],
    again: [...before, env, ...after, prune],
  },
);
test("a run killed while it waits for a post hook runs that hook again", endsAsUndisturbed, {
  ...upgrade,
  instant: { when: "after", method: "PATCH", object: "jobs/after" },
  seen: [...before, early, env, "patch jobs/after"],
  again: [...before, "delete jobs/after", ...after, prune],
});
test("a run killed after it deleted its last hook runs its hooks again and prunes", endsAsUndisturbed, {
  ...upgrade,
  instant: { when: "after", method: "DELETE", object: "jobs/after" },
  seen: [...before, early, env, ...after],
  again: [...before, ...after, prune],
});
test("a run killed after it pruned only runs hooks when it is repeated", endsAsUndisturbed, {
  ...upgrade,
  instant: { when: "after", method: "DELETE", object: "configmaps/old" },
  seen: [...before, early, env, ...after, prune],
  again: [...before, ...after],
});
test("an outcome that a killed run did not record is recorded by the next run", endsAsUndisturbed, {
  ...upgrade,
  instant: { when: "before", method: "PATCH", object: "secrets/converge-shop", time: 2 },
  seen: [...before, early, env, ...after, prune],
  again: [...before, ...after],
});
test("a run killed after it recorded its outcome adds no revision when it is repeated", endsAsUndisturbed, {
  ...upgrade,
  instant: { when: "after", method: "PATCH", object: "secrets/converge-shop", time: 2 },
  seen: [...before, early, env, ...after, prune],
  historyAfterKill: ["1 install succeeded", "2 upgrade succeeded"],
  again: [...before, ...after],
});
test(
  "a run killed between storing its set and recording the revision stores it again under the same number",
  endsAsUndisturbed,
  {
    ...upgrade,
    instant: { when: "after", method: "PATCH", object: "secrets/converge.shop.v2" },
    seen: [],
    historyAfterKill: ["1 install succeeded"],
    again: [...before, early, env, ...after, prune],
  },
);
test("a killed installation is repeated as an installation", endsAsUndisturbed, {
  earlier: [],
  words: (site) => applying(site, "1"),
  instant: { when: "after", method: "PATCH", object: "jobs/after" },
  seen: [...before, early, env, "patch configmaps/old", "patch jobs/after"],
  historyAfterKill: ["1 install unfinished"],
  again: [...before, "delete jobs/after", ...after],
  finalHistory: ["1 install succeeded"],
  text: "1",
});

const rollback: Omit<KilledStep, "instant" | "seen" | "again"> = {
  earlier: ["1", "2"],
  words: (site) => ["rollback", "1", ...homeOf(site), "--max-prune=100%"],
  historyAfterKill: ["1 install succeeded", "2 upgrade succeeded", "3 rollback unfinished"],
  finalHistory: ["1 install succeeded", "2 upgrade succeeded", "3 rollback succeeded"],
  text: "1",
};

test("a rollback killed while it waits for a hook runs that hook again", endsAsUndisturbed, {
  ...rollback,
  instant: { when: "after", method: "PATCH", object: "jobs/before" },
  seen: ["patch jobs/before"],
  again: ["delete jobs/before", ...before, early, env, "patch configmaps/old", ...after],
});
test(
  "a rollback killed while it writes main objects restores the rest when it is repeated",
  endsAsUndisturbed,
  {
    ...rollback,
    instant: { when: "after", method: "PATCH", object: "configmaps/early" },
    seen: [...before, early],
    again: [...before, env, "patch configmaps/old", ...after],
  },
);

test("a run killed after its CRDs were established continues with the other objects", async (t) => {
  const site = await openSite(t);
  const group = `${site.namespace}.example.com`;
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`;
  t.teardown(async () => {
    await site.cluster.api("DELETE", path);
  });
  const folder = dirname(site.write(setOf("1")));
  // The folder `templates` makes it a chart.
  mkdirSync(join(folder, "templates"));
  mkdirSync(join(folder, "crds"));
  writeFileSync(join(folder, "crds/widgets.yaml"), JSON.stringify(definition(group, "Widget")));
  const words = ["apply", folder, ...homeOf(site)];
  const instant: KillPoint = {
    when: "after",
    method: "PATCH",
    object: `customresourcedefinitions/widgets.${group}`,
  };
  t.deepEqual(await killRun(t, site, { words, instant }), []);
  const uid = (await site.cluster.api("GET", path)).object?.metadata.uid;
  t.truthy(uid);
  const { code, stdout, writes } = await runAgain(site, words);
  t.is(code, 0, stdout);
  t.deepEqual(writes, [...before, early, env, "patch configmaps/old", ...after], stdout);
  t.is((await site.cluster.api("GET", path)).object?.metadata.uid, uid);
  t.deepEqual(await recordedHistory(site), ["1 install succeeded"]);
});

test("surplus revisions that a killed run did not delete are deleted by the next run", async (t) => {
  const site = await openSite(t);
  const few = (version: Version): readonly string[] => [...applying(site, version), "--history-max=1"];
  t.is((await site.run(few("1"))).code, 0);
  const instant: KillPoint = { when: "before", method: "DELETE", object: "secrets/converge.shop.v1" };
  await killRun(t, site, { words: few("2"), instant });
  t.deepEqual(await recordedHistory(site), ["2 upgrade succeeded"]);
  t.deepEqual(await revisionSecretsOf(site), ["converge.shop.v1", "converge.shop.v2"]);
  const { code, stdout } = await site.run(few("1"));
  t.is(code, 0, stdout);
  t.deepEqual(await recordedHistory(site), ["3 upgrade succeeded"]);
  t.deepEqual(await revisionSecretsOf(site), ["converge.shop.v3"]);
});

/** Health rules of every form, during runs on a real API server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, definition, dependsOn, refTo } from "./manifests.ts";
import { openSite, type Site } from "./site.ts";
import { beginTimed, reasonsIn } from "./timed-run.ts";

interface RuleSite extends Site {
  readonly group: string;
  /** Writes a file into a folder of the test and returns its path. */
  readonly file: (name: string, text: string) => string;
  /** Writes the status of the object. */
  readonly report: (status: JsonObject) => Promise<void>;
}

/** Opens a site with an API group of its own, and a folder for rules; both are deleted after the test. */
async function openRuleSite(t: ExecutionContext): Promise<RuleSite> {
  const site = await openSite(t);
  const group = `rules-${randomUUID().slice(0, 8)}.example.com`;
  const folder = mkdtempSync(join(tmpdir(), "converge-e2e-"));
  t.teardown(async () => {
    rmSync(folder, { recursive: true });
    await site.cluster.api("DELETE", `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`);
  });
  return {
    ...site,
    group,
    file: (name, text) => {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    report: async (status) => {
      const { status: code, text } = await site.cluster.api(
        "PATCH",
        `${site.at(`${group}/cogs/big`)}/status`,
        {
          status,
        },
      );
      t.is(code, 200, text);
    },
  };
}

function cog(group: string): JsonObject {
  return { apiVersion: `${group}/v1`, kind: "Cog", metadata: { name: "big" }, spec: { teeth: 7 } };
}

/** The same rule by `status.teeth` in each format: 7 is ready, 0 is a failure. */
const forms: Readonly<Record<string, (site: RuleSite) => string>> = {
  HealthRules: ({ group, file }) =>
    file(
      "rules.yaml",
      `apiVersion: converge.dev/v1alpha1
kind: HealthRules
rules:
  - group: ${group}
    kinds: [Cog]
    cases:
      - { state: Failed, when: status.teeth == 0, reason: "'Broken'", message: "'it has no teeth'" }
      - { state: Current, when: status.teeth == 7 }
`,
    ),
  "a health script of Argo CD": ({ group, file }) =>
    dirname(
      dirname(
        dirname(
          file(
            `rules/${group}/Cog/health.lua`,
            `if obj.status == nil or obj.status.teeth == nil then return {status = "Progressing"} end
if obj.status.teeth == 0 then return {status = "Degraded", message = "it has no teeth"} end
if obj.status.teeth == 7 then return {status = "Healthy"} end
return {status = "Progressing"}
`,
          ),
        ),
      ),
    ),
  "health checks of Flux": ({ group, file }) =>
    file(
      "flux.yaml",
      `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: cogs }
spec:
  healthCheckExprs:
    - apiVersion: ${group}/v1
      kind: Cog
      failed: status.teeth == 0
      current: status.teeth == 7
`,
    ),
  "wait rules of kapp": ({ group, file }) =>
    file(
      "kapp.yaml",
      `apiVersion: kapp.k14s.io/v1alpha1
kind: Config
waitRules:
  - conditionMatchers:
      - { type: Broken, status: "True", failure: true }
      - { type: Whole, status: "True", success: true }
      - { type: Turning, status: "True", unblockChanges: true }
    resourceMatchers:
      - apiVersionKindMatcher: { apiVersion: ${group}/v1, kind: Cog }
`,
    ),
};

/** A status with that number of teeth, as a field and as conditions. */
function teeth(count: number): JsonObject {
  return {
    teeth: count,
    conditions: [
      { type: "Broken", status: count === 0 ? "True" : "False" },
      { type: "Whole", status: count === 7 ? "True" : "False" },
      // Without a rule this condition would make the object ready.
      { type: "Ready", status: "True" },
    ],
  };
}

for (const [form, write] of Object.entries(forms)) {
  test(`with ${form}, an object is in progress, fails, and is ready once it is corrected`, async (t) => {
    const site = await openRuleSite(t);
    const { group } = site;
    const rules = write(site);
    const after = configMap("after", {}, dependsOn(refTo(site.namespace, [group, "Cog", "big"])));
    const set = [definition(group, "Cog"), cog(group), after];
    const failing = site.begin(set, "--health", rules);
    await failing.said(/created .*Cog\/big/);
    await site.report(teeth(3));
    await site.report(teeth(0));
    const failed = await failing.ended;
    t.is(failed.code, 1, failed.stdout);
    t.true(failed.stdout.includes(`(rule ${group}/Cog in ${rules}`), failed.stdout);
    t.is(await site.get("configmaps/after"), undefined);
    // Before the run begins: an object whose state is a failure would fail it at once.
    await site.report(teeth(3));
    const running = site.begin(set, "--health", rules);
    await site.report(teeth(7));
    const { code, stdout } = await running.ended;
    t.is(code, 0, stdout);
    t.truthy(await site.get("configmaps/after"));
    const judged = await site.run([
      "health",
      `cog.${group}/big`,
      "-n",
      site.namespace,
      "--health",
      rules,
      "-o",
      "json",
    ]);
    t.is(judged.code, 0, judged.stderr);
    t.like(JSON.parse(judged.stdout).objects[0], { status: "Current" });
  });
}

test("an unblockChanges condition of kapp starts dependents, and the run still waits for the object", async (t) => {
  const site = await openRuleSite(t);
  const { group } = site;
  const rules = forms["wait rules of kapp"]?.(site) ?? "";
  const after = configMap("after", {}, dependsOn(refTo(site.namespace, [group, "Cog", "big"])));
  const run = site.begin([definition(group, "Cog"), cog(group), after], "--health", rules);
  await run.said(/created .*Cog\/big/);
  await site.report({ conditions: [{ type: "Turning", status: "True" }] });
  await run.said(/created .*ConfigMap\/after/);
  await site.report(teeth(7));
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.regex(stdout, /3 ready/);
});

test("HealthRules in the manifests are evaluated, and not sent to the cluster", async (t) => {
  const site = await openRuleSite(t);
  const { group } = site;
  const rules: JsonObject = {
    apiVersion: "converge.dev/v1alpha1",
    kind: "HealthRules",
    rules: [{ group, kinds: ["Cog"], cases: [{ state: "Failed", when: "status.teeth == 0" }] }],
  };
  const run = site.begin([definition(group, "Cog"), cog(group), rules]);
  await run.said(/created .*Cog\/big/);
  await site.report(teeth(0));
  const { code, stdout } = await run.ended;
  t.is(code, 1, stdout);
  t.regex(stdout, /Cog\/big.*failed by its health rule/);
});

test("a suspended object is reported, does not block dependents, and the run succeeds", async (t) => {
  const site = await openRuleSite(t);
  const { group } = site;
  const after = configMap("after", {}, dependsOn(refTo(site.namespace, [group, "Cog", "big"])));
  const paused = { ...cog(group), spec: { paused: true } };
  const { code, stdout } = await site.apply([definition(group, "Cog"), paused, after]);
  t.is(code, 0, stdout);
  t.regex(stdout, /suspended +Cog\/big/);
  t.regex(stdout, /1 suspended/);
  t.truthy(await site.get("configmaps/after"));
});

test("an endless health script is stopped by its instruction limit, and the run continues", async (t) => {
  const site = await openRuleSite(t);
  const { group } = site;
  const script = site.file(`rules/${group}/Cog/health.lua`, "while true do end\n");
  const set = [definition(group, "Cog"), cog(group), configMap("other")];
  const run = beginTimed(site, set, "--health", script, "--reconcile-timeout=1h", "-o", "json");
  await run.said("the health script exceeds its limit of instructions");
  await run.said(/"type":"wait".*"name":"other".*"status":"Successful"/);
  run.expire();
  const { code, stdout } = await run.ended;
  t.is(code, 3, stdout);
  t.regex(
    reasonsIn(stdout).get("Timeout Cog/big") ?? stdout,
    /the health script exceeds its limit of instructions/,
  );
  t.truthy(await site.get("configmaps/other"));
});

import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { object, objectNamed, planned } from "../../../fixtures/planned.ts";
import { allObjects, type FieldRule, type ObjectFieldRule } from "../../object/field-rule.ts";
import type { JsonObject } from "../../object/json.ts";
import { withFieldRules } from "./plan-field-rules.ts";

function rule(facts: Partial<FieldRule>): FieldRule {
  const named = { pointers: [], jq: [], managers: [], place: "rules.yaml:1" };
  return { targets: allObjects, meaning: "set-once", ...named, ...facts };
}

/** The field rules of the Deployment of a set with one object. */
async function rulesFor(given: JsonObject, rules: readonly FieldRule[]): Promise<readonly ObjectFieldRule[]> {
  const { plan } = await withFieldRules(planned([given]), rules, { clock: manualClock(0) });
  return objectNamed(plan, "Deployment/web").fieldRules ?? [];
}

test("a jq path that names labels and annotations is expanded to their entries", async (t) => {
  const web = object("Deployment/web", { labels: { team: "a" }, annotations: { note: "b" } });
  const [found] = await rulesFor(web, [rule({ jq: [".metadata | .labels, .annotations"] })]);
  t.deepEqual(found?.paths, [
    ["metadata", "labels", "team"],
    ["metadata", "annotations", "note"],
  ]);
});

test("a rule for a whole field excludes the nested fields that an earlier rule names", async (t) => {
  const container = { name: "app", image: "app:1", args: ["--x"] };
  const web = object("Deployment/web", {
    body: { spec: { replicas: 2, template: { spec: { containers: [container] } } } },
  });
  const [first, second] = await rulesFor(web, [
    rule({ meaning: "take-by-force", pointers: ["/spec/template/spec/containers/0/image"] }),
    rule({ pointers: ["/spec"] }),
  ]);
  const containerPath = ["spec", "template", "spec", "containers", 0];
  t.deepEqual(first?.paths, [[...containerPath, "image"]]);
  t.deepEqual(second?.paths, [
    ["spec", "replicas"],
    [...containerPath, "args"],
  ]);
});

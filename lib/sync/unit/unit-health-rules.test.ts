import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { withWeakerRules } from "../../health/builtin/health-rule-sources.ts";
import type { HealthRuleSources } from "../../readiness/readiness.ts";
import type { UnitTexts } from "../apply-engine.ts";
import { readUnitRules, type UnitHealthRules } from "./unit-health-rules.ts";

/** A document of rules by which every object of the kind has that state. */
function rules(kind: string, state: string): string {
  return `apiVersion: converge.dev/v1alpha1
kind: HealthRules
rules: [{ group: example.com, kinds: [${kind}], cases: [{ state: ${state} }] }]
`;
}

/** Reads the rules of a unit with these files, of which the folder `rules` holds its rules. */
async function read(
  t: ExecutionContext,
  files: Readonly<Record<string, string>>,
  given?: HealthRuleSources,
): Promise<UnitHealthRules & { readonly texts: UnitTexts }> {
  const folder = mkdtempSync(join(tmpdir(), "converge-unit-rules-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  mkdirSync(join(folder, "rules"));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  const checkout = { folder, revision: {} as never, release: async () => Promise.resolve() };
  const unit = { health: ["rules"] } as never;
  const manifests = { name: "set.yaml", text: files["set.yaml"] ?? "" };
  const sources = { read: () => Promise.resolve({ sources: [manifests], found: [] }) };
  const found = await readUnitRules({ unit, checkout }, sources, given);
  return { ...found, texts: await found.sources.read({} as never) };
}

function stateOf(sources: HealthRuleSources | undefined, kind: string): string | undefined {
  const object = { apiVersion: "example.com/v1", kind, metadata: { name: "a" } };
  return sources?.given(object)?.judge(object, { now: 0 }).state;
}

test("rules of a unit are read from its repository, and those of its manifests have the lowest priority", async (t) => {
  const { given, all } = await read(t, {
    "rules/a.yaml": rules("Backup", "Failed"),
    "set.yaml": `${rules("Backup", "Current")}---\n${rules("Restore", "Suspended")}`,
  });
  t.is(stateOf(given, "Backup"), "Failed");
  t.is(stateOf(given, "Restore"), undefined);
  t.is(stateOf(all(), "Backup"), "Failed");
  t.is(stateOf(all(), "Restore"), "Suspended");
});

test("rules of the sidecar take precedence over those of the unit", async (t) => {
  const strong = await read(t, { "rules/a.yaml": rules("Backup", "Current") });
  const given = withWeakerRules(strong.given, []);
  const { all } = await read(t, { "rules/a.yaml": rules("Backup", "Failed") }, given);
  t.is(stateOf(all(), "Backup"), "Current");
});

test("faults of rules are reported with those of the manifests, with the file path in the repository", async (t) => {
  const { texts } = await read(t, { "rules/a.yaml": rules("Backup", "Broken") });
  t.deepEqual(
    texts.found.map(({ origin, message }) => `${origin?.file}: ${message}`),
    ['rules/a.yaml: rules[0].cases[0].state is "Broken": write Current, InProgress, Failed or Suspended'],
  );
});

test("a folder without rules is a fault", async (t) => {
  const { texts } = await read(t, {});
  t.deepEqual(
    texts.found.map(({ message }) => message.slice(0, 31)),
    ["no health rules found in rules:"],
  );
});

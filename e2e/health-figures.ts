/**
 * Measures how often verdicts agree with those of other people. HEALTH_CASES is a folder of objects as YAML,
 * with a table `cases.tsv` of files and labels; HEALTH_RULES is a folder of health rules.
 * `make health HEALTH_CASES=DIR`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { healthRuleSources } from "../lib/health/builtin/health-rule-sources.ts";
import { readHealthRules } from "../lib/health/read-rules.ts";
import { readSource } from "../lib/manifest/parse-source.ts";
import { isObject } from "../lib/object/json.ts";
import type { HealthRuleSources } from "../lib/readiness/readiness.ts";
import { readRuleFiles } from "../lib/source/read-sources.ts";
import {
  agreesOnDecision,
  agreesOnLabel,
  type HealthCase,
  judgeCases,
  type JudgedCase,
} from "./health-figures/score-cases.ts";

/** The number of times the cases are judged to measure the time of a verdict. */
const rounds = 20;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The cases of a folder. Files that Kubernetes would not accept are named and left out. */
function readCases(folder: string): readonly HealthCase[] {
  const rows = readFileSync(join(folder, "cases.tsv"), "utf8").split("\n");
  return rows
    .filter((row) => row !== "")
    .flatMap((row) => {
      const [file = "", label = ""] = row.split("\t");
      const { documents } = readSource({ name: file, text: readFileSync(join(folder, file), "utf8") });
      const object = documents.map(({ tree }) => tree.value).find((value) => isObject(value));
      if (object === undefined) {
        say(`${file} cannot be read`);
        return [];
      }
      return [{ file, label, object }];
    });
}

/** The rules in that folder, and the built-in table. Throws an Error if a rule cannot be read. */
async function readRules(folder: string): Promise<HealthRuleSources> {
  if (folder === "") {
    return healthRuleSources();
  }
  const { files, found } = await readRuleFiles([folder]);
  const { rules, diagnostics } = await readHealthRules(files);
  const [fault] = [...found, ...diagnostics];
  if (fault !== undefined) {
    throw new Error(`${fault.origin?.file ?? folder}: ${fault.message}`);
  }
  return healthRuleSources(rules);
}

function share(judged: readonly JudgedCase[], agrees: (one: JudgedCase) => boolean): string {
  const amount = judged.filter(agrees).length;
  return `${((100 * amount) / judged.length).toFixed(1)} % (${amount} of ${judged.length})`;
}

function report(when: string, judged: readonly JudgedCase[]): void {
  say(`${when}: labels ${share(judged, agreesOnLabel)}, decisions ${share(judged, agreesOnDecision)}`);
}

function listDisagreements(judged: readonly JudgedCase[]): void {
  for (const one of judged.filter((each) => !agreesOnLabel(each))) {
    const { file, label, verdict } = one;
    const weight = agreesOnDecision(one) ? "label" : "decision";
    say([weight, file, label, verdict.state, verdict.reason, verdict.rule ?? ""].join("\t"));
  }
}

async function main(): Promise<void> {
  const { HEALTH_CASES: folder = "", HEALTH_RULES: rulesFolder = "" } = process.env;
  if (folder === "") {
    throw new Error("HEALTH_CASES names no folder");
  }
  const cases = readCases(folder);
  const rules = await readRules(rulesFolder);
  const now = Date.now();
  const later = judgeCases(cases, rules, { now });
  listDisagreements(later);
  report("after the grace", later);
  report("within the grace", judgeCases(cases, rules, { now, changedAt: now }));
  const startedAt = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    judgeCases(cases, rules, { now });
  }
  const took = (performance.now() - startedAt) / (rounds * cases.length);
  say(`time of a verdict: ${took.toFixed(4)} ms`);
}

await main();

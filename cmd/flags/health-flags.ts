import { Option } from "commander";

import { listWords } from "../../lib/object/message-text.ts";
import type { HealthRuleSources } from "../../lib/readiness/readiness.ts";
import type { ColorMode } from "../host/color.ts";
import { UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics } from "../output/print-diagnostics.ts";
import { collectList } from "./option-parsers.ts";

/** The flag of every verb that judges whether objects are ready. */
export interface HealthFlags {
  readonly health?: readonly string[];
}

/** Returns `--health`. */
export function healthOption(): Option {
  const description =
    "health rules for custom resources: files or directories (repeatable or comma-separated)";
  return new Option("--health <path>", description).argParser(collectList);
}

/**
 * Reads the rules of `--health`; undefined without the flag, for the built-in table alone. Faults are
 * printed; throws a UsageError then.
 */
export async function readHealthFlags(
  { health = [], color }: HealthFlags & { readonly color: ColorMode },
  host: Host,
): Promise<HealthRuleSources | undefined> {
  if (health.length === 0) {
    return undefined;
  }
  const { healthRuleSources } = await import("../../lib/health/builtin/health-rule-sources.ts");
  if (health.includes("-")) {
    throw new UsageError("--health cannot read standard input: name files or directories");
  }
  const { readRuleFiles } = await import("../../lib/source/read-sources.ts");
  const { readHealthRules } = await import("../../lib/health/read-rules.ts");
  const { files, found } = await readRuleFiles(health);
  const { rules, diagnostics } = await readHealthRules(files);
  const all = [...found, ...diagnostics];
  await printDiagnostics(all, { sources: files, flags: { color }, host });
  if (all.some(({ severity }) => severity === "error")) {
    throw new UsageError("--health: the rules cannot be used");
  }
  if (rules.length === 0) {
    throw new UsageError(`--health: no health rules found in ${listWords(health, "and")}`);
  }
  return healthRuleSources(rules);
}

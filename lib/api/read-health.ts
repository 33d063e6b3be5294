import { formatOrigin } from "../object/diagnostic/source-text.ts";
import type { HealthRuleSources } from "../readiness/readiness.ts";

/**
 * Reads the health rules in files and folders; nothing without any, for the built-in table alone. Throws a
 * TypeError with all faults, and if there are no rules.
 */
export async function readHealth(
  name: string,
  paths: readonly string[] = [],
): Promise<{ readonly healthRules?: HealthRuleSources }> {
  if (paths.length === 0) {
    return {};
  }
  const { readRuleFiles } = await import("../source/read-sources.ts");
  const { readHealthRules } = await import("../health/read-rules.ts");
  const { healthRuleSources } = await import("../health/builtin/health-rule-sources.ts");
  const { files, found } = await readRuleFiles(paths);
  const { rules, diagnostics } = await readHealthRules(files);
  const faults = [...found, ...diagnostics].filter(({ severity }) => severity === "error");
  if (faults.length > 0 || rules.length === 0) {
    const lines = faults.map(({ origin, message }) =>
      origin === undefined ? message : `${formatOrigin(origin)}: ${message}`,
    );
    throw new TypeError(`${name}: health: ${lines.join("; ") || "no health rules found"}`);
  }
  return { healthRules: healthRuleSources(rules) };
}

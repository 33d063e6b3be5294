/** The steps of a chart in `fixtures/charts`. */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

/** One step of a release. */
export interface Step {
  readonly do: "install" | "upgrade" | "rollback" | "uninstall";
  /** A values file of the chart. */
  readonly values?: string;
  /** The revision to roll back to. */
  readonly to?: number;
  /** Whether a hook of it fails. */
  readonly fails?: boolean;
}

/** Reads the steps of a chart from its `scenario.json`. */
export function scenarioOf(chart: string): readonly Step[] {
  return JSON.parse(readFileSync(join("fixtures/charts", chart, "scenario.json"), "utf8"));
}

/** The group in which the charts define kinds. */
const group = "library.example.com";

/** A copy of the chart with its kinds in a group of its own: CRDs are cluster-scoped. */
export function copyChart(t: ExecutionContext, chart: string, ownGroup: string): string {
  const folder = mkdtempSync(join(tmpdir(), "converge chart "));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const copy = join(folder, chart);
  cpSync(join("fixtures/charts", chart), copy, { recursive: true });
  for (const file of globSync("**/*.yaml", { cwd: copy })) {
    const text = readFileSync(join(copy, file), "utf8");
    writeFileSync(join(copy, file), text.replaceAll(group, ownGroup));
  }
  return copy;
}

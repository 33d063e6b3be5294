/** What is done with a chart of `fixtures/charts`, one turn after the other. */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

/** One turn of the life of a release. */
export interface Step {
  readonly do: "install" | "upgrade" | "rollback" | "uninstall";
  /** A file of values in the chart. */
  readonly values?: string;
  /** The revision that is gone back to. */
  readonly to?: number;
  /** A hook of it fails. */
  readonly fails?: boolean;
}

/** The turns of a chart, from its `scenario.json`. */
export function scenarioOf(chart: string): readonly Step[] {
  return JSON.parse(readFileSync(join("fixtures/charts", chart, "scenario.json"), "utf8"));
}

/** The group in which the charts define kinds. */
const group = "library.example.com";

/** A copy of the chart whose kinds are in a group of its own: definitions belong to the whole cluster. */
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

import type { Result } from "../../lib/apply/model/event.ts";
import { type Plan, plannedObjects } from "../../lib/plan/plan.ts";
import type { OpenSources } from "../../lib/source/open-sources.ts";
import type { ApplyFlags } from "../flags/apply-flags.ts";

/** A finished run, with what it has applied. */
export interface FinishedApply {
  readonly result: Result | undefined;
  readonly plan: Plan | undefined;
  readonly sources: Pick<OpenSources, "notes" | "latest">;
}

/**
 * Returns the notes of the charts of a set that was applied as a whole, for people: empty for other formats
 * and dry runs. Values of its Secrets are hidden. The cluster must still be open.
 */
export async function chartNotes(
  { result, plan, sources }: FinishedApply,
  flags: Pick<ApplyFlags, "output" | "quiet" | "dryRun" | "selector">,
): Promise<string> {
  const isForPeople = flags.output !== "json" && flags.quiet !== true && flags.dryRun === "none";
  if (plan === undefined || result?.verdict !== "converged" || !isForPeople || flags.selector !== undefined) {
    return "";
  }
  const notes = await sources.notes();
  if (notes.length === 0) {
    return "";
  }
  const { hiddenValues } = await import("../../lib/redact/redact-object.ts");
  const { decryptedValues } = await import("../../lib/redact/decrypted-values.ts");
  const { createRedactor } = await import("../../lib/redact/redact-text.ts");
  const { escapeControl } = await import("../../lib/report/terminal/escape-control.ts");
  const values = plannedObjects(plan).flatMap(({ value }) => hiddenValues(value));
  const redact = createRedactor(new Set([...values, ...decryptedValues(sources.latest())]));
  const shown = (text: string): string =>
    text
      .split(/\r?\n/)
      .map((line) => escapeControl(line.replaceAll("\t", "    ")))
      .join("\n");
  return notes.map(({ chart, text }) => `\nNOTES of ${shown(chart)}:\n${shown(redact(text))}\n`).join("");
}

import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import { unlessQuiet } from "../flags/quiet-flag.ts";
import { failsFor } from "../../lib/compare/comparison-facts.ts";
import type { SetComparison } from "../../lib/compare/set-comparison.ts";
import type { ComparedSides } from "../../lib/offline-compare.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import type { SideNames } from "../../lib/report/compare/side-names.ts";
import type { ComparedPlans } from "../../lib/web/plan-page/compared-texts.ts";
import { readFieldChecks } from "../flags/field-checks.ts";
import { withRenderSignal } from "../flags/render-flags.ts";
import { validationOptions } from "../flags/validation-flags.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { formatComparison } from "../output/comparison-output.ts";
import { comparisonStyle } from "./comparison-style.ts";
import { printDiagnostics, writeText } from "../output/print-diagnostics.ts";
import type { CompareFlags } from "./compare-flags.ts";
import { inTemplates, withPlaces } from "./display-origins.ts";
import { hidingUnread, withoutMissing } from "./open-side.ts";
import { withSides, type OpenSides } from "./open-sides.ts";
import { openByFlags, readSide, type SideTexts } from "./read-side.ts";
import type { SideWords } from "./side-words.ts";

/** There are differences: `diff` has the same exit code. */
const differs: ExitCode = 1;

/** Plans both sides, and prints what differs. */
export async function runCompare(words: SideWords, flags: CompareFlags, host: Host): Promise<ExitCode> {
  // A signal has to remove the files that were checked out.
  return withRenderSignal({ isRendered: true }, host, async (signal) => {
    if (flags.config !== undefined) {
      const { runCompareUnits } = await import("./run-units.ts");
      const { config } = flags;
      return runCompareUnits(words, { ...flags, config }, { host, signal });
    }
    return withSides(words, { ...host, signal }, async (sides) =>
      compareSidesOf(sides, flags, { host, signal }),
    );
  });
}

/** The process, and its end. */
interface Run {
  readonly host: Host;
  readonly signal: AbortSignal;
}

async function compareSidesOf(sides: OpenSides, flags: CompareFlags, run: Run): Promise<ExitCode> {
  const { host, signal } = run;
  const { release, namespace, action } = flags;
  const rendering = { release, namespace, action, signal };
  const present = withoutMissing(hidingUnread(sides));
  const base = await readSide(present.base, openByFlags(present.base, flags, host), rendering);
  const head = await readSide(present.head, openByFlags(present.head, flags, host), rendering);
  const compared = await compareTexts({ base, head }, flags, run);
  const comparison = await withTimes(compared, flags, host);
  if (comparison === undefined) {
    return refuse(compared, { base, head, names: sides.names, flags, host });
  }
  await report(compared, { sides, head, flags, host });
  const located = await inTemplates(comparison, head);
  const display = { base: sides.base.display, head: sides.head.display };
  const placed = withPlaces(located, display);
  const plans = { base: compared.base.plan, head: compared.head.plan, display };
  await print(placed, { names: sides.names, plans, flags, host });
  return failsFor(placed, flags.failOn) ? differs : exitCodes.converged;
}

/** Adds the expected times to the comparison, if there is a history. */
async function withTimes(
  { base, head, comparison }: ComparedSides,
  { history }: CompareFlags,
  host: Host,
): Promise<SetComparison | undefined> {
  if (history === undefined || comparison === undefined) {
    return comparison;
  }
  const { readHistoryFile } = await import("../session/history-file.ts");
  const { timeChange } = await import("../../lib/compare/time-change.ts");
  const time = timeChange(base.plan, head.plan, await readHistoryFile(history, host));
  if (time === undefined) {
    host.stderr.write(`note: ${escapeControl(history)} has no times of objects of either side\n`);
  }
  return { ...comparison, time };
}

async function compareTexts(
  { base, head }: { readonly base: SideTexts; readonly head: SideTexts },
  flags: CompareFlags,
  run: Run,
): Promise<ComparedSides> {
  const { compareSides } = await import("../../lib/offline-compare.ts");
  const checks = await readFieldChecks(flags, run);
  const { release, namespace, action, invalid, externalDeps, compat } = flags;
  return compareSides({
    recreate: flags.recreate,
    base,
    head: { ...head, found: [...head.found, ...checks.found] },
    options: {
      fields: { ...validationOptions(flags), ...checks.fields },
      action,
      release,
      namespace,
      externalDeps,
      invalid,
      ...(compat === undefined ? {} : { compat }),
      timeout: flags.reconcileTimeout,
    },
  });
}

interface Refusal extends Readonly<Record<"base" | "head", SideTexts>> {
  readonly names: SideNames;
  readonly flags: CompareFlags;
  readonly host: Host;
}

function errorsOf({ plan }: ComparedSides["head"]): readonly Diagnostic[] {
  return plan.diagnostics.filter(({ severity }) => severity === "error");
}

interface Reporting {
  readonly sides: OpenSides;
  readonly head: SideTexts;
  readonly flags: CompareFlags;
  readonly host: Host;
}

/** Prints errors of the head that `--invalid skip` accepts, and what else the comparison lacks. */
async function report(compared: ComparedSides, { sides, head, flags, host }: Reporting): Promise<void> {
  const errors = await head.inTemplates(errorsOf(compared.head));
  const skipped = [...sides.base.skipped, ...sides.head.skipped];
  const found = [...errors, ...unlessQuiet(skipped, flags)];
  await printDiagnostics(found, { sources: head.sources, flags, host });
  if (errorsOf(compared.base).some(({ ref }) => ref !== undefined)) {
    host.stderr.write("note: objects of the base that have errors count as missing in it\n");
  }
}

/** Prints why a side cannot be planned, also as Markdown: a comment must not go on saying something else. */
async function refuse(
  { base, head }: ComparedSides,
  { names, flags, host, ...texts }: Refusal,
): Promise<ExitCode> {
  const which = head.refused ? "head" : "base";
  const errors = await texts[which].inTemplates(errorsOf(head.refused ? head : base));
  await printDiagnostics(errors, { sources: texts[which].sources, flags, host });
  host.stderr.write(`nothing was compared: the ${which} cannot be planned\n`);
  if (flags.output === "markdown") {
    const { refusalMarkdown } = await import("../../lib/report/compare/comparison-markdown.ts");
    writeText(host.stdout, refusalMarkdown(errors, { sides: names, most: flags.maxSize }));
  }
  return exitCodes.invalid;
}

interface Printing {
  readonly names: SideNames;
  readonly plans: ComparedPlans;
  readonly flags: CompareFlags;
  readonly host: Host;
}

async function print(comparison: SetComparison, { names, plans, flags, host }: Printing): Promise<void> {
  const { form, style } = comparisonStyle(names, flags, host);
  writeText(host.stdout, await formatComparison(comparison, form, { ...style, plans }));
}

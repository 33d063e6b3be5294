import { unitsFailFor } from "../../lib/compare/comparison-facts.ts";
import type { UnitComparison, UnitsComparison } from "../../lib/compare/unit-comparison.ts";
import { type Diagnostic, hasErrors } from "../../lib/object/diagnostic/diagnostic.ts";
import { type ComparedUnits, compareUnits } from "../../lib/offline-compare-units.ts";
import type { ComparedPlans } from "../../lib/web/plan-page/compared-texts.ts";
import { withoutSecrets } from "../../lib/redact/redact-config.ts";
import { readFieldChecks } from "../flags/field-checks.ts";
import { unlessQuiet } from "../flags/quiet-flag.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { formatUnitsComparison, type UnitsStyle } from "../output/comparison-output.ts";
import { printDiagnostics, writeText } from "../output/print-diagnostics.ts";
import type { CompareFlags } from "./compare-flags.ts";
import { comparisonStyle } from "./comparison-style.ts";
import { inTemplates, withPlaces } from "./display-origins.ts";
import { type OpenUnitSides, unitsIn, withUnitSides } from "./open-unit-sides.ts";
import type { SideWords } from "./side-words.ts";
import { type OpenUnit, type OpenUnits, readUnitInputs } from "./unit-inputs.ts";

interface Run {
  readonly host: Host;
  readonly signal: AbortSignal;
}

type UnitFlags = CompareFlags & { readonly config: string };

/** Plans the units of both sides, and prints what differs. */
export async function runCompareUnits(words: SideWords, flags: UnitFlags, run: Run): Promise<ExitCode> {
  const { host, signal } = run;
  return withUnitSides(words, { given: flags, call: { ...host, signal } }, async (sides) =>
    compareOpened(sides, flags, run),
  );
}

async function compareOpened(sides: OpenUnitSides, flags: UnitFlags, run: Run): Promise<ExitCode> {
  const { host } = run;
  const faulty = await reportFaultyFiles(sides, flags, host);
  if (faulty !== undefined) {
    return faulty;
  }
  const units = await readUnitInputs(sides, { flags, ...run });
  const compared = await compareTextsOf(units, flags, run);
  if (compared === undefined) {
    return exitCodes.invalid;
  }
  if (compared.comparison === undefined) {
    return refuse(compared, { units, sides, flags, host });
  }
  await report(compared, { units, flags, host });
  const placed = await withUnitPlaces(compared.comparison, units);
  const { form, style } = comparisonStyle(sides.names, flags, host);
  const plans = shownPlans(compared, placed, units);
  writeText(host.stdout, await formatUnitsComparison(placed, form, { ...style, plans }));
  return unitsFailFor(placed, flags.failOn) ? 1 : exitCodes.converged;
}

/** Prints what is wrong with the file of a side, or that no side has units that can be compared. */
async function reportFaultyFiles(
  { base, head, names, isOwn }: OpenUnitSides,
  flags: UnitFlags,
  host: Host,
): Promise<ExitCode | undefined> {
  for (const [which, { reading }] of [
    ["head", head],
    ["base", base],
  ] as const) {
    if ("diagnostics" in reading) {
      await printDiagnostics(reading.diagnostics, {
        sources: [withoutSecrets(reading.source)],
        flags,
        host,
      });
      host.stderr.write(`nothing was compared: ${flags.config} of the ${which} has errors\n`);
      await writeRefusal(reading.diagnostics, names, { flags, host });
      return exitCodes.invalid;
    }
  }
  const units = [base, head].flatMap(({ reading }) => unitsIn(reading));
  if (units.length === 0) {
    host.stderr.write(`error: neither side has units: check the path ${flags.config}\n`);
    return exitCodes.invalid;
  }
  if (!units.some(isOwn)) {
    host.stderr.write(
      `error: no unit is of this repository: if ${flags.config} names it by another URL than its remotes, give that by --repo-url\n`,
    );
    return exitCodes.invalid;
  }
  return undefined;
}

/** Compares what was read. Prints what is wrong with the files of flags, and returns undefined then. */
async function compareTextsOf(
  units: OpenUnits,
  flags: UnitFlags,
  run: Run,
): Promise<ComparedUnits | undefined> {
  const { fields, found } = await readFieldChecks(flags, run);
  await printDiagnostics(found, { sources: fields.definitions, flags, host: run.host });
  if (hasErrors(found)) {
    return undefined;
  }
  const { action, invalid } = flags;
  return compareUnits({
    base: units.base.map(({ input }) => input),
    head: units.head.map(({ input }) => input),
    options: { action, invalid, fields },
  });
}

interface Printing {
  readonly units: OpenUnits;
  readonly flags: UnitFlags;
  readonly host: Host;
}

/** Prints errors of the head that `--invalid skip` accepts, and what else the comparison lacks. */
async function report({ base, head }: ComparedUnits, { units, flags, host }: Printing): Promise<void> {
  for (const { input, result } of head) {
    const opened = units.head.find((one) => one.input === input);
    await printErrors(result.plan.diagnostics, opened, { flags, host });
  }
  const skipped = [...units.base, ...units.head].flatMap(({ side }) => side.skipped);
  const once = new Map(skipped.map((one) => [one.message, one]));
  await printDiagnostics(unlessQuiet([...once.values()], flags), { sources: [], flags, host });
  const isPartial = base.some(({ result }) =>
    result.plan.diagnostics.some(({ severity, ref }) => severity === "error" && ref !== undefined),
  );
  if (isPartial) {
    host.stderr.write("note: objects of the base that have errors count as missing in it\n");
  }
}

async function printErrors(
  diagnostics: readonly Diagnostic[],
  opened: OpenUnit | undefined,
  { flags, host }: Pick<Printing, "flags" | "host">,
): Promise<readonly Diagnostic[]> {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const located = (await opened?.texts?.inTemplates(errors)) ?? errors;
  await printDiagnostics(located, { sources: opened?.texts?.sources ?? [], flags, host });
  return located;
}

/** Prints why units cannot be planned, also as Markdown: a comment must not go on saying something else. */
async function refuse(
  { refused }: ComparedUnits,
  { units, sides, flags, host }: Printing & { readonly sides: OpenUnitSides },
): Promise<ExitCode> {
  const errors: Diagnostic[] = [];
  for (const { side, unit } of refused) {
    const opened = units[side].find((one) => one.input === unit.input);
    errors.push(...(await printErrors(unit.result.plan.diagnostics, opened, { flags, host })));
    const { name } = unit.input.policy;
    host.stderr.write(`nothing was compared: unit ${name} of the ${side} cannot be planned\n`);
  }
  await writeRefusal(errors, sides.names, { flags, host });
  return exitCodes.invalid;
}

async function writeRefusal(
  errors: readonly Diagnostic[],
  sides: OpenUnitSides["names"],
  { flags, host }: Pick<Printing, "flags" | "host">,
): Promise<void> {
  if (flags.output === "markdown") {
    const { refusalMarkdown } = await import("../../lib/report/compare/comparison-markdown.ts");
    writeText(host.stdout, refusalMarkdown(errors, { sides, most: flags.maxSize }));
  }
}

/** Returns the plans of the compared units, with the paths of their files for readers. */
function shownPlans(
  { plans }: ComparedUnits,
  { units: compared }: UnitsComparison,
  units: OpenUnits,
): UnitsStyle["plans"] {
  const sides = displayedSides(units);
  return plans.map((both, index) => {
    const unit = sides(compared[index]?.name ?? "");
    return both && unit && { ...both, display: displayOf(unit) };
  });
}

/** Both sides of a unit; one that lacks it is shown as the other. */
type UnitSides = Readonly<Record<"base" | "head", OpenUnit>>;

function displayOf({ base, head }: UnitSides): ComparedPlans["display"] {
  return { base: base.side.display, head: head.side.display };
}

function displayedSides(units: OpenUnits): (name: string) => UnitSides | undefined {
  const [base, head] = [byUnit(units.base), byUnit(units.head)];
  return (name) => {
    const one = head.get(name) ?? base.get(name);
    return one && { base: base.get(name) ?? one, head: one };
  };
}

/** Gives every place the path of its file for readers. */
async function withUnitPlaces(compared: UnitsComparison, units: OpenUnits): Promise<UnitsComparison> {
  const sides = displayedSides(units);
  const placed = await Promise.all(
    compared.units.map(async (unit): Promise<UnitComparison> => {
      const { name, comparison } = unit;
      const both = sides(name);
      if (comparison === undefined || both?.head.texts === undefined) {
        return unit;
      }
      const located = await inTemplates(comparison, both.head.texts);
      return { ...unit, comparison: withPlaces(located, displayOf(both)) };
    }),
  );
  const moved = compared.moved.map((one) => {
    const file = sides(one.to)?.head.side.display(one.origin.file) ?? one.origin.file;
    return { ...one, origin: { ...one.origin, file } };
  });
  return { ...compared, units: placed, moved };
}

function byUnit(units: readonly OpenUnit[]): ReadonlyMap<string, OpenUnit> {
  return new Map(units.map((one) => [one.input.policy.name, one]));
}

import type { JudgedRequirement, Judgement } from "../../modules/rules/definition/judge-requirements.ts";
import { alignColumns, columnWidths, type Line, tonedCell } from "../terminal/columns.ts";
import { makePaint, type Colorize, type Style } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { count } from "../../object/message-text.ts";

/** A module whose requirements were evaluated. */
export interface CheckedModule extends Judgement {
  readonly name: string;
}

const marks: Readonly<Record<JudgedRequirement["verdict"], readonly [string, Style]>> = {
  met: ["✓", "good"],
  unmet: ["✗", "error"],
  unjudged: ["–", "faint"],
};

/**
 * Formats the requirements of a module, one per line, below their totals.
 *
 *     test: 1 of 2 requirements met, 1 not
 *       ✓  deckhouse   >= 1.61  v1.73.3
 *       ✗  kubernetes  >= 1.28  1.27.0 is less than 1.28
 *     a release would say: requirements are not satisfied: current kubernetes version is not suitable: 1.27.0 is less than 1.28
 */
export function formatCheck(module: CheckedModule, { color }: { readonly color: boolean }): string {
  const paint = makePaint(color);
  const lines = module.requirements.map((requirement) => lineOf(requirement, paint));
  const rows = alignColumns(lines, columnWidths(lines)).map((row) => `  ${row}`);
  const { message } = module;
  const refusal = message === undefined ? [] : [`a release would report: ${escapeControl(message)}`];
  return `${[headOf(module, paint), ...rows, ...refusal].join("\n")}\n`;
}

function lineOf(
  { on, module, constraint, isOptional, verdict, reason }: JudgedRequirement,
  paint: Colorize,
): Line {
  const [mark, tone] = marks[verdict];
  const subject = module === undefined ? on : `module ${module}`;
  return [
    tonedCell(paint, tone, mark),
    tonedCell(paint, "plain", subject),
    tonedCell(paint, "plain", isOptional ? `${constraint} (optional)` : constraint),
    tonedCell(paint, verdict === "unmet" ? "error" : "faint", reason),
  ];
}

function headOf({ name, requirements }: CheckedModule, paint: Colorize): string {
  return `${paint("strong", escapeControl(name))}: ${sumOf(requirements)}`;
}

function sumOf(requirements: readonly JudgedRequirement[]): string {
  const amount = (wanted: JudgedRequirement["verdict"]): number =>
    requirements.filter(({ verdict }) => verdict === wanted).length;
  const [met, unmet, unjudged] = [amount("met"), amount("unmet"), amount("unjudged")];
  if (requirements.length === 0) {
    return "no requirements";
  }
  const all = count(requirements.length, "requirement");
  if (unjudged === requirements.length) {
    return `${all}, none judged`;
  }
  const parts = [`${met} of ${all} met`];
  if (unmet > 0) {
    parts.push(`${unmet} not met`);
  }
  if (unjudged > 0) {
    parts.push(`${unjudged} not judged`);
  }
  return parts.join(", ");
}

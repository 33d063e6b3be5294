import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import {
  positionFor,
  indexPositions,
  type Position,
  type PositionIndex,
  type Plan,
} from "../../plan/plan.ts";
import type { WhyStep } from "../../plan/explain.ts";
import { makePaint, type Colorize } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { noteTexts } from "./group-title.ts";

/** The question of `--why`, and the chain that `explain` or `explainAfter` found for it. */
export interface Why {
  readonly ref: string;
  /** The object it is asked to come after; undefined if the question is about the object's own position. */
  readonly other?: string;
  /** Undefined if `ref` does not come after `other`. */
  readonly steps: readonly WhyStep[] | undefined;
}

/**
 * Formats the chain, from the object back to one that waits for nothing, each arrow with its reason:
 *
 *     group 2  apps/namespaces/default/Deployment/wordpress
 *              │ waits until ready, by depends-on: config.kubernetes.io/depends-on (wordpress.yaml:8:5)
 *     group 1  apps/namespaces/default/StatefulSet/wordpress-mysql
 *              waits for nothing
 */
export function formatWhy(plan: Plan, why: Why, style: { readonly color: boolean }): string {
  const { ref, other, steps } = why;
  if (steps === undefined && ref === other) {
    return `${escapeControl(ref)} does not wait for itself: no object does\n`;
  }
  if (steps === undefined) {
    return `${escapeControl(ref)} does not wait for ${escapeControl(other ?? "")}: no rule orders them that way\n`;
  }
  const places = placesOf(indexPositions(plan), why);
  const widest = places.reduce((most, place) => Math.max(most, headOf(place).length), 0);
  const indent = " ".repeat(widest + 2);
  const paint = makePaint(style.color);
  const lines = [ref, ...steps.map((step) => step.on)].flatMap((key, index) => {
    const head = headOf(places[index]).padEnd(indent.length);
    const step = steps[index];
    return [
      paint("faint", head) + paint("strong", escapeControl(key)),
      ...notesOf(places[index]).map((note) => indent + paint("note", escapeControl(note))),
      ...(step === undefined ? [] : [`${indent}│ ${formatStep(step, paint)}`]),
    ];
  });
  // A chain to a given object ends there, whatever that one waits for.
  const end = other === undefined && places.at(-1) !== undefined ? [`${indent}waits for nothing`] : [];
  return `${[...lines, ...end].join("\n")}\n`;
}

/** Returns the position of each object of the chain; undefined for one outside the set. */
function placesOf(positionIndex: PositionIndex, why: Why): readonly (Position | undefined)[] {
  const known = positionIndex.get(why.ref) ?? [];
  const start = why.other === undefined ? known[0] : known.at(-1);
  return [start, ...(why.steps ?? []).map((step) => positionFor(positionIndex, step.on))];
}

function headOf(place: Position | undefined): string {
  return place === undefined ? "external" : `group ${place.group.index}`;
}

function notesOf(place: Position | undefined): readonly string[] {
  return place === undefined ? [] : noteTexts(place.object);
}

function formatStep(step: WhyStep, paint: Colorize): string {
  const origin = step.origin === null ? "" : ` (${escapeControl(formatOrigin(step.origin))})`;
  const rule = step.rule === "barrier" ? "" : `${step.rule}: `;
  return `waits until ${step.until}, by ${rule}${escapeControl(step.because)}${paint("faint", origin)}`;
}

import { waveGain } from "./wave-gain.ts";
import { formatDuration } from "../../object/duration.ts";
import type { Plan, PlanGroup, PlannedObject } from "../../plan/plan.ts";
import { type GroupFeatures, groupFeatures, groupTitle, noteTexts } from "./group-title.ts";
import type { Colorize } from "../terminal/terminal-color.ts";
import { wrapWords, type WrapWidth } from "../terminal/fit-width.ts";
import { nameCell, tonedWords } from "../terminal/columns.ts";
import { timeoutClause, type UsualTimeout, usualTimeout, waitWords } from "./wait-text.ts";
import type { Until } from "../../order/model/edge.ts";
import { count } from "../../object/message-text.ts";
import { withNamespace } from "../../object/object-name.ts";
import { namePlan, type PlanNames } from "./plan-names.ts";

/** The output style of the list. */
interface ListStyle {
  readonly paint: Colorize;
  /** Columns of the terminal. */
  readonly width: number;
}

/**
 * Formats the plan as a list, for a terminal too narrow for the table: everything below one another, lines
 * broken between words. A name is never broken, so that it can be copied.
 *
 *     group 2, after 1
 *       Deployment/wordpress
 *         waits for StatefulSet/wordpress-mysql until ready
 *
 *     namespace default: 3 objects in 2 groups, each may take 5m0s
 */
export function planList(plan: Plan, style: ListStyle): string {
  const usual = usualTimeout(plan);
  const features = groupFeatures(plan);
  const names = namePlan(plan);
  const layout = { ...style, features, usual, names };
  const groups = plan.groups.map((group) => groupLines(group, layout).join("\n"));
  const summary = withNamespace(`${planSummary(plan)}${timeoutClause(plan, usual)}`, names.namespace);
  const closing = wrapWords(tonedWords(style.paint, "strong", summary), { indent: 0, width: style.width });
  return `${[...groups, closing.join("\n")].join("\n\n")}\n`;
}

interface Layout extends ListStyle {
  readonly features: GroupFeatures;
  readonly usual: UsualTimeout;
  readonly names: PlanNames;
}

function groupLines(group: PlanGroup, layout: Layout): readonly string[] {
  const title = groupTitle(group, layout.features).join(", ");
  return [
    ...wrapWords(tonedWords(layout.paint, "strong", title), { indent: 0, width: layout.width }),
    ...group.objects.flatMap((object) => objectLines(object, layout)),
  ];
}

function objectLines(object: PlannedObject, { paint, width, usual, names }: Layout): readonly string[] {
  const room: WrapWidth = { indent: 4, width };
  const nameOf = (key: string): string => names.nameBeside(object, key);
  const { shown, folded } = waitWords(object.waitsFor, { paint, nameOf });
  const isUsual = object.timeout === usual.timeout;
  return [
    ...wrapWords([nameCell(paint, names.nameOf(object))], { indent: 2, width }),
    ...noteTexts(object, nameOf).flatMap((note) => wrapWords(tonedWords(paint, "note", note), room)),
    ...(isUsual
      ? []
      : wrapWords(tonedWords(paint, "plain", `may take ${formatDuration(object.timeout)}`), room)),
    ...shown.flatMap((wait) => wrapWords([...tonedWords(paint, "plain", "waits for"), ...wait], room)),
    ...wrapWords(folded, room),
  ];
}

/**
 * Summarizes the size of a plan: `12 objects in 4 groups`. A single group may look as if nothing in it
 * waited, so the number of waiting objects is added: `59 objects in 1 group (12 wait until others are
 * present)`.
 */
export function planSummary(plan: Plan): string {
  const objects = plan.groups.reduce((total, group) => total + group.objects.length, 0);
  if (objects === 0) {
    return `nothing to ${plan.action === "delete" ? "delete" : "plan"}`;
  }
  const end = plan.action === "delete" ? ", deleted in this order" : "";
  return `${count(objects, "object")} in ${count(plan.groups.length, "group")}${waveGain(plan)}${waitClause(plan)}${end}`;
}

function waitClause({ groups }: Plan): string {
  const [only, ...others] = groups;
  if (only === undefined || others.length > 0) {
    return "";
  }
  const keys = new Set(only.objects.map(({ manifest }) => manifest.key));
  const waits = only.objects.map(({ waitsFor }) => waitsFor.filter(({ on }) => keys.has(on)));
  const waiting = waits.filter((own) => own.length > 0).length;
  const until = [...new Set(waits.flat().map((wait) => wait.until))];
  if (waiting === 0) {
    return "";
  }
  const state = until.map((each) => states[each]).join(" or ");
  return ` (${waiting} ${waiting === 1 ? "waits" : "wait"} until others ${state})`;
}

const states: Readonly<Record<Until, string>> = {
  present: "are present",
  ready: "are ready",
  deleting: "are being deleted",
  absent: "are gone",
};

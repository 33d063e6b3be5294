import { formatDuration } from "../../object/duration.ts";
import type { Plan, PlanGroup, PlannedObject } from "../../plan/plan.ts";
import { type GroupFeatures, groupFeatures, groupTitle, noteTexts } from "./group-title.ts";
import type { Colorize } from "../terminal/terminal-color.ts";
import { planSummary } from "./plan-summary.ts";
import { wrapWords, type WrapWidth } from "../terminal/word-wrap.ts";
import { refCell, tonedWords } from "../terminal/styled-cell.ts";
import { timeoutClause, type UsualTimeout, usualTimeout } from "./usual-timeout.ts";
import { waitWords } from "./wait-text.ts";

/** The output style of the list. */
export interface ListStyle {
  readonly paint: Colorize;
  /** Columns of the terminal. */
  readonly width: number;
}

/**
 * Formats the plan as a list, for a terminal too narrow for the table: everything below one another, lines
 * broken between words. A reference is never broken, so that it can be copied.
 *
 *     group 2, after 1
 *       apps/namespaces/default/Deployment/wordpress
 *         waits for apps/namespaces/default/StatefulSet/wordpress-mysql until ready
 *
 *     3 objects in 2 groups, each may take 5m0s
 */
export function planList(plan: Plan, style: ListStyle): string {
  const usual = usualTimeout(plan);
  const features = groupFeatures(plan);
  const groups = plan.groups.map((group) => groupLines(group, { ...style, features, usual }).join("\n"));
  const summary = `${planSummary(plan)}${timeoutClause(plan, usual)}`;
  const closing = wrapWords(tonedWords(style.paint, "strong", summary), { indent: 0, width: style.width });
  return `${[...groups, closing.join("\n")].join("\n\n")}\n`;
}

interface Layout extends ListStyle {
  readonly features: GroupFeatures;
  readonly usual: UsualTimeout;
}

function groupLines(group: PlanGroup, layout: Layout): readonly string[] {
  const title = groupTitle(group, layout.features).join(", ");
  return [
    ...wrapWords(tonedWords(layout.paint, "strong", title), { indent: 0, width: layout.width }),
    ...group.objects.flatMap((object) => objectLines(object, layout)),
  ];
}

function objectLines(object: PlannedObject, { paint, width, usual }: Layout): readonly string[] {
  const room: WrapWidth = { indent: 4, width };
  const { shown, folded } = waitWords(object.waitsFor, paint);
  const isUsual = object.timeout === usual.timeout;
  return [
    ...wrapWords([refCell(paint, object.manifest.key)], { indent: 2, width }),
    ...noteTexts(object).flatMap((note) => wrapWords(tonedWords(paint, "note", note), room)),
    ...(isUsual
      ? []
      : wrapWords(tonedWords(paint, "plain", `may take ${formatDuration(object.timeout)}`), room)),
    ...shown.flatMap((wait) => wrapWords([...tonedWords(paint, "plain", "waits for"), ...wait], room)),
    ...wrapWords(folded, room),
  ];
}

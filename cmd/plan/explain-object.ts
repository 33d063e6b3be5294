import { notFoundMessage } from "../../lib/plan/select-manifest.ts";
import { findObject } from "../../lib/plan/find-object.ts";
import type { Plan } from "../../lib/plan/plan.ts";
import { explain, explainAfter } from "../../lib/plan/explain.ts";
import { formatWhy } from "../../lib/report/plan/explanation-text.ts";
import type { Question } from "../flags/plan-args.ts";
import { UsageError } from "../host/exit-code.ts";

/** Answers `--why OBJECT [OTHER]` as text. */
export function explainObject(plan: Plan, question: Question, style: { readonly color: boolean }): string {
  const ref = theObject(plan, question.object);
  if (question.other === undefined) {
    return formatWhy(plan, { ref, steps: explain(plan, ref) }, style);
  }
  const other = isAwaited(plan, question.other) ? question.other : theObject(plan, question.other);
  return formatWhy(plan, { ref, other, steps: explainAfter(plan, ref, other) }, style);
}

/** Reports whether anything waits for an object of exactly that name, which may be outside the set. */
function isAwaited(plan: Plan, text: string): boolean {
  return plan.groups.some(({ objects }) =>
    objects.some(({ waitsFor }) => waitsFor.some((wait) => wait.on === text)),
  );
}

function theObject(plan: Plan, text: string): string {
  const found = findObject(plan, text);
  if (found.kind === "found") {
    return found.ref;
  }
  throw new UsageError(notFoundMessage(text, found, "plan"));
}

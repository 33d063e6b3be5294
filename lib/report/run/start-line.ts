import type { ApplyEvent, Operation } from "../../apply/model/event.ts";
import type { Action } from "../../plan/plan.ts";
import { count } from "../../object/message-text.ts";

type Start = Extract<ApplyEvent, { readonly type: "start" }>;

const actionWords: Readonly<Record<Action, string>> = {
  install: "installing",
  upgrade: "upgrading",
  rollback: "rolling back",
  delete: "deleting",
};

/**
 * Formats the start of a run: `installing blog in shop on https://10.0.0.1:6443: 12 objects in 4 groups, 1 to
 * prune`.
 */
export function startWords(start: Start): string {
  const { action, release, namespace, server, dryRun, groups, objects, rollbackTo } = start;
  const amount = (operation: Operation): number =>
    objects.filter((object) => object.operation === operation).length;
  const extra = [
    ...(amount("prune") === 0 ? [] : [`${amount("prune")} to prune`]),
    ...(amount("wait") === 0 ? [] : [`${amount("wait")} only to wait for`]),
  ];
  const size =
    objects.length === 0
      ? "nothing to do"
      : [`${count(objects.length, "object")} in ${count(groups.length, "group")}`, ...extra].join(", ");
  const to = rollbackTo === undefined ? "" : ` to revision ${rollbackTo}`;
  const lead = `${actionWords[action]} ${release}${to} in ${namespace} on ${server}`;
  return `${lead}${dryRun ? " (dry run, nothing is written)" : ""}: ${size}`;
}

import { conditionOf } from "../../readiness/condition/condition.ts";
import { field, type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { ObjectChange } from "../rules/module-objects.ts";

/** Reports the changes to releases, overrides and modules to users: removals, and new phases and messages. */
export function emitChangeNotices(
  changes: readonly ObjectChange[],
  report: (message: string, module: string) => void,
): void {
  for (const change of changes) {
    if (change.type === "remove") {
      report(`${change.kind} ${change.name} is removed`, moduleOf(change.before, change.name));
    } else {
      const [before, after] = [wordsOf(change.before), wordsOf(change.object)];
      if (after !== "" && after !== before) {
        report(`${change.kind} ${change.name}: ${after}`, moduleOf(change.object, change.name));
      }
    }
  }
}

function wordsOf(object: JsonObject | undefined): string {
  const status = objectField(object, "status");
  return [stringField(status, "phase") ?? "", stringField(status, "message") ?? "", refusalOf(object)]
    .filter((word) => word !== "")
    .join(", ");
}

/** The reason a requested Module is not enabled, or does not run; empty if there is none. */
function refusalOf(object: JsonObject | undefined): string {
  const manager = object === undefined ? undefined : conditionOf(object, "EnabledByModuleManager");
  if (manager?.status === "False") {
    return manager.reason === "Disabled" ? "" : manager.message;
  }
  const ready = object === undefined ? undefined : conditionOf(object, "IsReady");
  return ready?.reason === "Error" || ready?.reason === "Waiting" ? ready.message : "";
}

function moduleOf(object: JsonObject, name: string): string {
  const module = field(objectField(object, "spec"), "moduleName");
  return typeof module === "string" ? module : name;
}

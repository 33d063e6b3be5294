import { conditionOf } from "../../readiness/condition/condition.ts";
import { field, type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { ObjectChange } from "../rules/module-objects.ts";

/** Tells people what was decided of releases, overrides and modules: phases and messages that are new. */
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

/** Why a Module is not on although somebody asks for it, or why it does not run. */
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

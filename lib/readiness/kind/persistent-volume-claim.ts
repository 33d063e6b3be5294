import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { KindRule } from "./kind-rule.ts";
import type { Readiness } from "../readiness.ts";
import { current, failed, inProgress } from "../condition/readiness-result.ts";

/**
 * A PersistentVolumeClaim is ready when it is bound. If its class binds on first use, it is ready before: its
 * consumer may be waiting for it.
 */
export const persistentVolumeClaim: KindRule = {
  kinds: ["/PersistentVolumeClaim"],
  kstatus: (object) => bound(object) ?? notBound(object),
  converge: (object, { bindingMode }) => {
    if (phaseOf(object) === "Lost") {
      return failed("ClaimLost", "it has lost its volume");
    }
    return bound(object) ?? (bindingMode === "WaitForFirstConsumer" ? waiting : notBound(object));
  },
};

const waiting = current("WaitForFirstConsumer", "it is bound when the first pod uses it");

function bound(object: JsonObject): Readiness | undefined {
  return phaseOf(object) === "Bound" ? current("Bound", "bound") : undefined;
}

function notBound(object: JsonObject): Readiness {
  return inProgress("NotBound", `not bound, its phase is ${phaseOf(object) ?? "not set yet"}`);
}

function phaseOf(object: JsonObject): string | undefined {
  return stringField(objectField(object, "status"), "phase");
}

import { type JsonObject, valueAt } from "../../object/json.ts";
import type { KindRule } from "./kind-rule.ts";
import type { Readiness } from "../readiness.ts";
import { current, inProgress } from "../condition/readiness-result.ts";

/** A Namespace is ready when it is active. */
export const namespace: KindRule = { kinds: ["/Namespace"], converge: active };

function active(object: JsonObject): Readiness {
  const phase = valueAt(object, ["status", "phase"]);
  if (phase === "Terminating") {
    return { state: "Terminating", reason: "Terminating", message: "being deleted" };
  }
  return phase === "Active" ? current("Active", "active") : inProgress("NotActive", "not active yet");
}

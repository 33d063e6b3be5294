import { field, type JsonObject } from "../../object/json.ts";
import { plainLine } from "../../readiness/condition/readiness-result.ts";
import type { HealthRule, Readiness, ReadinessState } from "../../readiness/readiness.ts";
import {
  type LuaFailure,
  type LuaOutcome,
  type LuaResult,
  type LuaRunner,
  startLuaRunner,
} from "../lua/lua-runner.ts";

/** A health script, and what it is for. */
export interface HealthScript {
  readonly text: string;
  /** The kinds as their author wrote them. */
  readonly name: string;
  readonly origin: string;
  /** Whether all libraries of Lua that are harmless are open, not only the basic ones. */
  readonly openLibraries: boolean;
}

let runner: LuaRunner | undefined;

/** One interpreter judges all objects: each script starts from the same state. */
function luaRunner(): LuaRunner {
  runner ??= startLuaRunner();
  return runner;
}

/** Finds a fault in the syntax of a script. */
export function scriptFault(text: string): LuaFailure | undefined {
  return luaRunner().check(text);
}

/** Returns the rule that a script is. */
export function scriptRule({ text, name, origin, openLibraries }: HealthScript): HealthRule {
  return {
    name,
    origin,
    judge: (object, { now }) =>
      verdictOf(luaRunner().run({ script: text, object, openLibraries, now }, ["status", "message"]), object),
  };
}

const states: ReadonlyMap<string, ReadinessState> = new Map<string, ReadinessState>([
  ["Healthy", "Current"],
  ["Progressing", "InProgress"],
  ["Degraded", "Failed"],
  ["Suspended", "Suspended"],
  ["Missing", "NotFound"],
  ["Unknown", "Unknown"],
]);

/** The verdict on what a script returned, as in Argo CD: what cannot be understood is unknown. */
function verdictOf(outcome: LuaOutcome, object: JsonObject): Readiness {
  if ("exceeded" in outcome) {
    const message = `the health script exceeds its limit of ${outcome.exceeded}`;
    return { state: "Unknown", reason: "HealthScriptLimit", message };
  }
  if ("failure" in outcome) {
    const { line, message } = outcome.failure;
    const place = line === undefined ? "" : ` in line ${line}`;
    const text = isSecret(object) ? "" : `: ${plainLine(message)}`;
    return {
      state: "Unknown",
      reason: "HealthScriptFailed",
      message: `the health script fails${place}${text}`,
    };
  }
  return verdictOn(outcome.result, object);
}

function verdictOn({ type, fields }: LuaResult, object: JsonObject): Readiness {
  const status = fields.get("status") ?? "";
  const state = states.get(status);
  if (state === undefined) {
    const message = `the health script returns no health: ${status === "" ? `a ${type}` : plainLine(status)}`;
    return { state: "Unknown", reason: "HealthScriptFailed", message };
  }
  const said = isSecret(object) ? "" : plainLine(fields.get("message") ?? "");
  return { state, reason: status, message: said === "" ? `its health is ${status}` : said };
}

/** Reports whether what a script says may be secret. */
function isSecret(object: JsonObject): boolean {
  return field(object, "kind") === "Secret" && field(object, "apiVersion") === "v1";
}

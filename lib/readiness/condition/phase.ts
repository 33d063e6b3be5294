import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  stringField,
} from "../../object/json.ts";
import type { Readiness } from "../readiness.ts";
import { current, failed, inProgress, reasonWord, suspended } from "./readiness-result.ts";
import { meaningOf, type WordMeaning } from "./status-words.ts";

/** The fields of a status that hold a phase, most important first. */
const phaseFields = ["phase", "state", "status", "health", "compliant"];

/** Names of other fields that hold one: `overallStatus`, `currentState`, `healthStatus`. */
const phaseSuffix = /(?:Phase|State|Status|Health)$/;

/** The meanings in the order in which one of several phases decides. */
const gravest = ["failed", "suspended", "working", "ready"] as const;

/** The readiness by a phase or a state, or by several; undefined if there is none whose meaning is known. */
export function phaseReadiness(object: JsonObject): Readiness | undefined {
  const status = objectField(object, "status");
  const main = phaseFields.flatMap((name) => phaseIn(name, field(status, name)) ?? []).slice(0, 1);
  const others = Object.keys(status).filter((name) => phaseSuffix.test(name));
  const phases = main.length > 0 ? main : others.flatMap((name) => phaseIn(name, field(status, name)) ?? []);
  const found = gravest
    .map((meaning) => phases.find((phase) => phase.meaning === meaning))
    .find((phase) => phase !== undefined);
  if (found === undefined) {
    return undefined;
  }
  const message = ["message", "reason"].map((key) => stringField(status, key)).find(Boolean);
  const said = phaseStates[found.meaning](
    reasonWord(found.word, "Reported"),
    message ?? `${found.name} is ${found.word}`,
  );
  return { ...said, rule: `status.${found.name}` };
}

const phaseStates = { ready: current, working: inProgress, failed, suspended } as const;

interface Phase {
  readonly name: string;
  readonly word: string;
  readonly meaning: WordMeaning;
}

/** A word, directly or as `state`, `status` or `phase` of an object; of sentences only those on failures. */
function phaseIn(name: string, value: JsonValue | undefined): Phase | undefined {
  const word = isObject(value) ? innerWord(value) : value;
  const meaning = typeof word === "string" && word !== "" ? meaningOf(word) : undefined;
  return typeof word !== "string" || meaning === undefined ? undefined : { name, word, meaning };
}

function innerWord(value: JsonObject): string | undefined {
  return ["state", "status", "phase", "health"]
    .map((name) => stringField(value, name))
    .find((word) => word !== undefined && word !== "");
}

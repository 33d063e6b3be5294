import type { JsonObject, JsonValue } from "../../lib/object/json.ts";
import { field, isObject, listField, stringField } from "../../lib/object/json.ts";
import type { Answer, Api } from "../control-plane/api.ts";
import { ownPart, unreadable, type Verdict } from "./verdict.ts";

/** A dry-run request to the server. */
export interface ServerQuestion {
  readonly method: "POST" | "PUT";
  /** Without a query. */
  readonly path: string;
  readonly body: JsonObject;
}

/**
 * Validates an object on the server, strictly; if the server stops at unknown fields, once more without
 * strict validation. If the server closes the connection it has crashed: then the object counts as
 * unreadable. Throws if the server cannot answer: when it does not serve the kind yet, or is overloaded.
 */
export async function serverVerdict(api: Api, question: ServerQuestion): Promise<Verdict> {
  try {
    return await asked(api, question);
  } catch (error) {
    if (error instanceof Error && error.message === "socket hang up") {
      return { faults: [unreadable], unknown: [] };
    }
    throw error;
  }
}

async function asked(api: Api, { method, path, body }: ServerQuestion): Promise<Verdict> {
  const strict = await api(method, `${path}?dryRun=All&fieldValidation=Strict`, body);
  const unknown = strict.status === 400 ? unknownFields(strict) : [];
  return unknown.length === 0
    ? readAnswer(strict, [])
    : readAnswer(await api(method, `${path}?dryRun=All&fieldValidation=Ignore`, body), unknown);
}

const strictWords = "strict decoding error: ";

function unknownFields(answer: Answer): readonly string[] {
  const message = answer.object?.message ?? "";
  const at = message.indexOf(strictWords);
  const found = at < 0 ? [] : [...message.slice(at).matchAll(/unknown field "((?:[^"\\]|\\.)*)"/g)];
  return found.map(([, name = ""]) => String(JSON.parse(`"${name}"`))).toSorted();
}

function readAnswer({ status, object, text }: Answer, unknown: readonly string[]): Verdict {
  const body: JsonValue = JSON.parse(JSON.stringify(object ?? null));
  if (status === 200 || status === 201) {
    return { faults: [], unknown, ...(isObject(body) ? { stored: ownPart(body) } : {}) };
  }
  if (status === 400) {
    return { faults: [unreadable], unknown };
  }
  if (status === 422) {
    const causes = listField(field(body, "details"), "causes");
    return { faults: causes.map(written).toSorted(), unknown };
  }
  throw new Error(`${status}: ${text.slice(0, 300)}`);
}

function written(cause: JsonValue): string {
  const path = stringField(cause, "field") ?? "";
  return `${stringField(cause, "reason") ?? ""} ${path === "<nil>" ? "" : path}`;
}

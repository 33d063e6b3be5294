import { isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import { ApiError } from "../model/api-error.ts";
import type { Response } from "./response.ts";

/**
 * The answer as the JSON object that it is. Throws an ApiError where it is none, as of a page that a proxy
 * puts before the server.
 */
export function decodeJson(answer: Response, request: string): JsonObject {
  const value = parsed(answer.body);
  if (!isObject(value)) {
    throw new ApiError(`${request} was answered with something that is no JSON object`, {
      status: answer.status,
    });
  }
  return value;
}

function parsed(body: Buffer): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(body.toString());
    return value;
  } catch {
    return undefined;
  }
}

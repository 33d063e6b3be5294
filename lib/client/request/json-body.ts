import { isObject, type JsonObject, type JsonValue, stringifyJson } from "../../object/json.ts";
import { ApiError } from "../model/api-error.ts";
import type { Response } from "./response.ts";

/**
 * Parses the response body as a JSON object. Throws an ApiError if it is not one, as with a page from a proxy
 * in front of the server.
 */
export function decodeJson(answer: Response, request: string): JsonObject {
  const value = parsed(answer.body);
  if (!isObject(value)) {
    throw new ApiError(`${request} was answered with something other than a JSON object`, {
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

/**
 * Encodes a value as JSON in one line, every digit of a bigint included. Most values have no bigint, and then
 * this way is faster.
 */
export function encodeJson(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof TypeError) {
      return stringifyJson(value);
    }
    throw error;
  }
}

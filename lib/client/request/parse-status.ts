import {
  field,
  isObject,
  listField,
  objectField,
  stringField,
  type JsonObject,
  type JsonValue,
} from "../../object/json.ts";
import { truncateWord } from "../../object/message-text.ts";
import { ApiError, type StatusCause } from "../model/api-error.ts";
import type { WireHeaders } from "../transport/connection.ts";

/** An error response. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: WireHeaders;
  readonly text: string;
  /** `GET /api/v1/namespaces`, for the message if the response has none. */
  readonly request: string;
}

/**
 * Reads a refusal: the server's Status object if it is one; otherwise, as from a proxy, one line of its text.
 */
export function readStatus(refusal: ErrorResponse): ApiError {
  const body = parsed(refusal.text);
  if (body === undefined || field(body, "kind") !== "Status") {
    return new ApiError(words(refusal), {
      status: refusal.status,
      retryAfter: headerSeconds(refusal.headers),
    });
  }
  return statusError(body, { status: refusal.status, retryAfter: headerSeconds(refusal.headers) });
}

/**
 * The error of a Status object, which may also be a watch event. `status` and `retryAfter` apply where the
 * object has none.
 */
export function statusError(
  body: JsonObject,
  facts: { readonly status: number; readonly retryAfter?: number | undefined },
): ApiError {
  const details = objectField(body, "details");
  const code = field(body, "code");
  return new ApiError(stringField(body, "message") ?? `the server answered ${facts.status}`, {
    status: typeof code === "number" && code > 0 ? code : facts.status,
    reason: stringField(body, "reason") ?? "",
    causes: listField(details, "causes").map(cause),
    retryAfter: facts.retryAfter ?? milliseconds(field(details, "retryAfterSeconds")),
    body,
  });
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function cause(value: JsonValue): StatusCause {
  return {
    reason: stringField(value, "reason") ?? "",
    message: stringField(value, "message") ?? "",
    field: stringField(value, "field") ?? "",
  };
}

function headerSeconds(headers: WireHeaders): number | undefined {
  const value = headers["retry-after"];
  return typeof value === "string" && /^\d+$/.test(value) ? milliseconds(Number(value)) : undefined;
}

function milliseconds(seconds: JsonValue | undefined): number | undefined {
  return typeof seconds === "number" && seconds > 0 ? seconds * 1000 : undefined;
}

function words({ status, request, text }: ErrorResponse): string {
  const said = truncateWord(
    text
      .replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gis, " ")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  );
  return `${request} was answered ${status}${said === "" ? "" : `: ${said}`}`;
}

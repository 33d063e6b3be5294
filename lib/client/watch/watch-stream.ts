import { isObject, objectField, stringField, type JsonObject, type JsonValue } from "../../object/json.ts";
import type { Clock } from "../../async/clock.ts";
import { ApiError, UnreachableError } from "../model/api-error.ts";
import { streamLines, LineSplitter } from "../request/stream-lines.ts";
import { statusError } from "../request/parse-status.ts";
import { ConnectionLostError, type Receiver } from "../transport/connection.ts";

/** One event of the server in a watch. */
export interface WatchHandlers {
  readonly type: string;
  readonly object: JsonObject;
}

/** The end of a watch request: undefined if it ended normally, as the server does after some minutes. */
export type StreamEnd = ApiError | UnreachableError | undefined;

/** Options of one watch request. */
export interface WatchStreamOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** `GET /api/v1/pods`, for messages. */
  readonly request: string;
  readonly report: (reported: WatchHandlers) => void;
  /** Sends the request; resolves to a function that cancels it. */
  readonly open: (receiver: Receiver) => Promise<() => void>;
}

/** Milliseconds: bookmarks come about every minute, so a watch that is silent for two is dead. */
const silence = 120_000;

/**
 * Follows one watch request to its end. Throws only the errors that `report` throws, and those that keep the
 * request from being sent.
 */
export async function followStream(options: WatchStreamOptions): Promise<StreamEnd> {
  const { signal, request } = options;
  try {
    await streamLines({
      ...options,
      what: "watch",
      silence,
      splitter: new LineSplitter(),
      report: (line) => {
        options.report(read(line, request));
      },
    });
    return undefined;
  } catch (error) {
    if (signal.aborted && error === signal.reason) {
      return undefined;
    }
    if (error instanceof ApiError || error instanceof UnreachableError) {
      return error;
    }
    throw error;
  }
}

function read(line: string, request: string): WatchHandlers {
  const reported = parsed(line);
  if (reported === undefined) {
    throw new ConnectionLostError(`${request}: a line of the watch is not JSON`);
  }
  if (reported.type === "ERROR") {
    throw statusError(reported.object, { status: 500 });
  }
  return reported;
}

function parsed(line: string): WatchHandlers | undefined {
  try {
    const value: JsonValue = JSON.parse(line);
    return isObject(value)
      ? { type: stringField(value, "type") ?? "", object: objectField(value, "object") }
      : undefined;
  } catch {
    return undefined;
  }
}

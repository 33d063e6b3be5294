import type { IncomingMessage, ServerResponse } from "node:http";

import { type Handler, sendText } from "./http-message.ts";

/** A path with its handler. */
export interface Route {
  /** `/metrics`, or with parameters: `/api/units/:name`. */
  readonly path: string;
  /** `GET` and `HEAD` if undefined. */
  readonly methods?: readonly string[];
  readonly answer: RouteAnswer;
}

/** Answers a request. `parts` holds the path parameters by name, decoded: never empty, but untrusted. */
export type RouteAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  parts: ReadonlyMap<string, string>,
) => void | Promise<void>;

const readingMethods = ["GET", "HEAD"];

/**
 * Dispatches each request to the first route that matches its path: 404 if there is none, 405 if the route
 * does not allow the method.
 */
export function router(routes: readonly Route[]): Handler {
  return (request, response) => {
    const path = requestPath(request);
    for (const route of routes) {
      const parts = path === undefined ? undefined : matchPath(route.path, path);
      if (parts !== undefined) {
        return answerRoute({ route, parts }, request, response);
      }
    }
    return sendText(response, { status: 404, text: "not found\n" });
  };
}

function answerRoute(
  { route, parts }: { readonly route: Route; readonly parts: ReadonlyMap<string, string> },
  request: IncomingMessage,
  response: ServerResponse,
): void | Promise<void> {
  const methods = route.methods ?? readingMethods;
  if (!methods.includes(request.method ?? "")) {
    const allow = methods.join(", ");
    const text = `only ${allow} is allowed here\n`;
    return sendText(response, { status: 405, headers: { Allow: allow, Connection: "close" }, text });
  }
  return route.answer(request, response, parts);
}

/**
 * Returns the path of a request as received, without its query; undefined if it is not a path (`*`,
 * `http://…`).
 */
export function requestPath(request: IncomingMessage): string | undefined {
  const [path = ""] = (request.url ?? "").split("?", 1);
  return path.startsWith("/") ? path : undefined;
}

/**
 * Returns the parameters of a path that matches the pattern; undefined if it does not match or is not
 * properly encoded.
 */
function matchPath(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) {
    return undefined;
  }
  const parts = new Map<string, string>();
  for (const [index, step] of wanted.entries()) {
    const text = decodePart(given[index] ?? "");
    if (step.startsWith(":") && text !== undefined && text !== "") {
      parts.set(step.slice(1), text);
    } else if (step !== given[index]) {
      return undefined;
    }
  }
  return parts;
}

function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

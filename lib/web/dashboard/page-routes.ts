import type { IncomingMessage, ServerResponse } from "node:http";

import type { Clock } from "../../async/clock.ts";
import type { Dashboard, UnitDetails } from "./state/dashboard-state.ts";
import { sendText, securityHeaders } from "../server/http-message.ts";
import type { Route } from "../server/router.ts";
import { EventStreams, type StreamLimits, usualStreamLimits } from "./event-stream.ts";
import { pageHtml } from "./page-html.ts";
import { runView } from "./run-view.ts";
import { unitView } from "./unit-view.ts";

/** Options of the page besides the dashboard. */
export interface PageOptions {
  readonly clock: Pick<Clock, "now" | "after">;
  readonly limits?: Partial<StreamLimits>;
}

/**
 * Returns the routes of the page: the page at `/`, its data below `/api/v1`, and the change events at
 * `/events`. Everything is read-only. All URLs in the page are relative, so it works below any path.
 */
export function pageRoutes(board: Dashboard, { clock, limits = {} }: PageOptions): readonly Route[] {
  const life = `${clock.now().toString(36)}-${encodeURIComponent(board.overview().identity)}`;
  const streams = new EventStreams({ board, clock, life, limits: { ...usualStreamLimits, ...limits } });
  const page = pageHtml();
  return [
    {
      path: "/",
      answer: (_, response) => {
        const headers = securityHeaders(page.policy);
        sendText(response, { status: 200, type: "text/html; charset=utf-8", text: page.html, headers });
      },
    },
    ...dataRoutes(board, life),
    {
      path: "/events",
      methods: ["GET"],
      answer: (request, response) => {
        streams.follow(request, response);
      },
    },
  ];
}

/**
 * Returns the JSON routes. `life` identifies this process start, so that ETags of an earlier one or of
 * another replica never match.
 */
function dataRoutes(board: Dashboard, life: string): readonly Route[] {
  const tagOf = (unit: string): string => `"${life}-${board.version(unit)}"`;
  const unitRoute = (
    path: string,
    make: (unit: UnitDetails, parts: ReadonlyMap<string, string>) => object | undefined,
  ): Route => ({
    path,
    answer: (request, response, parts) => {
      const name = parts.get("name") ?? "";
      answerJson({ request, response }, tagOf(name), () => {
        const unit = board.unit(name);
        return unit && make(unit, parts);
      });
    },
  });
  return [
    {
      path: "/api/v1/overview",
      answer: (request, response) => {
        answerJson({ request, response }, tagOf(""), () => board.overview());
      },
    },
    unitRoute("/api/v1/units/:name", unitView),
    unitRoute("/api/v1/units/:name/runs/:number", ({ runs }, parts) => {
      const run = runs.find(({ number }) => String(number) === parts.get("number"));
      return run && runView(run);
    }),
  ];
}

/** Answers with a value, or with 304 if the reader has it already; with 404 if `make` returns undefined. */
function answerJson(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  tag: string,
  make: () => object | undefined,
): void {
  const headers = { ETag: tag };
  const isKnown = request.headers["if-none-match"]?.split(/\s*,\s*/).includes(tag) === true;
  if (isKnown) {
    response.writeHead(304, { ...securityHeaders(), ...headers });
    response.end();
    return;
  }
  const value = make();
  const type = "application/json; charset=utf-8";
  if (value === undefined) {
    sendText(response, { status: 404, type, text: `{"error":"there is no such unit or run"}\n` });
    return;
  }
  sendText(response, { status: 200, type, text: JSON.stringify(value), headers });
}

import type { IncomingMessage, ServerResponse } from "node:http";

import type { Clock } from "../../async/clock.ts";
import type { Dashboard, UnitDetails } from "./state/dashboard-state.ts";
import { sendCompressed, sendText, securityHeaders } from "../server/http-message.ts";
import type { Route } from "../server/router.ts";
import { EventStreams, type StreamLimits, usualStreamLimits } from "./event-stream.ts";
import { pageHtml } from "./page-html.ts";
import { runChange, runView } from "./run-view.ts";
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
      answer: async (request, response) => {
        const headers = securityHeaders(page.policy);
        const type = "text/html; charset=utf-8";
        await sendCompressed({ request, response }, { status: 200, type, text: page.html, headers });
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
 * Returns the JSON routes. `life` identifies this process start, so that marks and ETags of an earlier one or
 * of another replica never match. With `?since=` and the mark of an earlier answer, the overview and a run
 * have only what has changed since, if that is known.
 */
function dataRoutes(board: Dashboard, life: string): readonly Route[] {
  const tagOf = (unit: string): string => `"${life}-${board.version(unit)}"`;
  const unitRoute = (
    path: string,
    make: (unit: UnitDetails, parts: ReadonlyMap<string, string>, since: string) => object | undefined,
  ): Route => ({
    path,
    answer: async (request, response, parts) => {
      const name = parts.get("name") ?? "";
      await answerJson({ request, response }, tagOf(name), () => {
        const unit = board.unit(name);
        return unit && make(unit, parts, sinceOf(request, life));
      });
    },
  });
  return [
    {
      path: "/api/v1/overview",
      answer: async (request, response) => {
        await answerJson({ request, response }, tagOf(""), () => {
          const mark = `${life}-${board.version("")}`;
          const version = Number(/^\d{1,15}$/.exec(sinceOf(request, life))?.[0] ?? "NaN");
          const isKnown = version <= board.version("");
          return { ...(isKnown ? board.overviewSince(version) : board.overview()), mark };
        });
      },
    },
    unitRoute("/api/v1/units/:name", unitView),
    unitRoute("/api/v1/units/:name/runs/:number", ({ runs }, parts, since) => {
      const run = runs.find(({ number }) => String(number) === parts.get("number"));
      const view = run && (runChange(run, since) ?? runView(run));
      return view && { ...view, mark: `${life}-${view.mark}` };
    }),
  ];
}

/** The mark in the query of a request without the life it was given in; empty for that of another life. */
function sinceOf(request: IncomingMessage, life: string): string {
  const [, query = ""] = (request.url ?? "").split("?", 2);
  const since = new URLSearchParams(query).get("since") ?? "";
  return since.startsWith(`${life}-`) ? since.slice(life.length + 1) : "";
}

/** Answers with a value, or with 304 if the reader has it already; with 404 if `make` returns undefined. */
async function answerJson(
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
  tag: string,
  make: () => object | undefined,
): Promise<void> {
  const { request, response } = exchange;
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
  await sendCompressed(exchange, { status: 200, type, text: JSON.stringify(value), headers });
}

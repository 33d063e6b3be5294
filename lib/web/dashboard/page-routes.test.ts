import { type IncomingMessage, request as ask } from "node:http";
import { once } from "node:events";

import test, { type ExecutionContext } from "ava";

import { shop } from "../../../fixtures/sample-plan.ts";
import { eventsOf, eventsStart, eventState } from "../../../fixtures/sync-timeline.ts";
import type { Dashboard } from "./state/dashboard-state.ts";
import { createDashboard } from "./state/dashboard.ts";
import { startServer } from "../server/server.ts";
import { router } from "../server/router.ts";
import type { StreamLimits } from "./event-stream.ts";
import { pageHtml } from "./page-html.ts";
import { pageRoutes } from "./page-routes.ts";

/** A clock that stands still until the test moves it. */
class StillClock {
  readonly now = (): number => this.#now;
  #now = eventsStart;
  #due: { readonly at: number; readonly callback: () => void }[] = [];

  readonly after = (milliseconds: number, callback: () => void): (() => void) => {
    const alarm = { at: this.#now + milliseconds, callback };
    this.#due.push(alarm);
    return () => {
      this.#due = this.#due.filter((one) => one !== alarm);
    };
  };

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#due.filter(({ at }) => at <= this.#now);
    this.#due = this.#due.filter(({ at }) => at > this.#now);
    for (const { callback } of due) {
      callback();
    }
  }
}

interface Served {
  readonly board: Dashboard;
  readonly clock: StillClock;
  readonly get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Got>;
  readonly open: (headers?: Record<string, string>) => Promise<Received>;
}

interface Got {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/** An event stream with all it has told so far. */
interface Received {
  readonly response: IncomingMessage;
  readonly text: () => string;
  /** Resolves when so many events were told. */
  readonly events: (amount: number) => Promise<readonly string[]>;
}

async function serve(t: ExecutionContext, limits: Partial<StreamLimits> = {}): Promise<Served> {
  const board = createDashboard({
    sync: "main",
    identity: "pod-1",
    units: [{ name: "shop", dependsOn: [] }],
  });
  const clock = new StillClock();
  const routes = pageRoutes(board, { clock, limits });
  const server = await startServer("127.0.0.1:0", router(routes), {
    clock: { after: () => () => {} },
    fault: (error) => t.fail(String(error)),
  });
  const opened: IncomingMessage[] = [];
  t.teardown(async () => {
    for (const response of opened) {
      response.destroy();
    }
    await server.close();
  });
  const send = async (path: string, headers = {}, method = "GET"): Promise<IncomingMessage> => {
    const sent = ask({ host: server.address, port: server.port, path, headers, method, agent: false });
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    opened.push(response);
    return response;
  };
  return {
    board,
    clock,
    get: async (path, headers, method) => {
      const response = await send(path, headers, method);
      const chunks = await response.toArray();
      return {
        status: response.statusCode,
        headers: response.headers,
        text: Buffer.concat(chunks).toString("utf8"),
      };
    },
    open: async (headers) => listenTo(await send("/events", headers)),
  };
}

function listenTo(response: IncomingMessage): Received {
  let text = "";
  response.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
  const reported = (): readonly string[] =>
    text
      .split("\n\n")
      .slice(0, -1)
      .filter((block) => block.startsWith("event:"))
      .map((block) => block.replace(/\nid:.*/, "").replace(/,"now":\d+/, ""));
  const events = async (amount: number): Promise<readonly string[]> => {
    while (reported().length < amount) {
      await once(response, "data");
    }
    return reported();
  };
  return { response, text: () => text, events };
}

function state(board: Dashboard, unit: string): void {
  board.emit({ type: "state", at: eventsStart, state: eventState(unit) });
}

test("the page may run its own script and style, reach its own server, and nothing else", async (t) => {
  const { get } = await serve(t);
  const { headers, text } = await get("/");
  t.regex(
    String(headers["content-security-policy"]),
    /^default-src 'none'; connect-src 'self'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  t.false(/ on\w+=|(?:src|href)="(?!#)/.test(text.replace(/<script>[\s\S]*<\/script>/, "")));
  t.is(text, pageHtml().html);
});

for (const [path, status] of [
  ["/api/v1/overview", 200],
  ["/api/v1/units/shop", 200],
  ["/api/v1/units/shop/runs/1", 200],
  ["/api/v1/units/shop/runs/2", 404],
  ["/api/v1/units/shop/runs/constructor", 404],
  ["/api/v1/units/other", 404],
  ["/api/v1/units/__proto__", 404],
  ["/api/v1/units/%2e%2e%2f", 404],
  ["/api/v1/units/%ff", 404],
] as const) {
  test(`${path} answers with JSON and ${status}, kept nowhere and never taken for a page`, async (t) => {
    const { get, board } = await serve(t);
    for (const event of eventsOf({
      unit: "shop",
      number: 1,
      plan: shop,
      at: eventsStart,
      verdict: "converged",
    })) {
      board.emit(event);
    }
    const answer = await get(path);
    t.is(answer.status, status);
    t.is(answer.headers["x-content-type-options"], "nosniff");
    t.is(answer.headers["cache-control"], "no-store");
    if (status === 200) {
      t.is(answer.headers["content-type"], "application/json; charset=utf-8");
      t.is(typeof JSON.parse(answer.text), "object");
    }
  });
}

test("what has not changed is not sent again", async (t) => {
  const { get, board } = await serve(t);
  state(board, "shop");
  const tag = String((await get("/api/v1/units/shop")).headers.etag);
  t.is((await get("/api/v1/units/shop", { "If-None-Match": `"x", ${tag}` })).status, 304);
  state(board, "shop");
  t.is((await get("/api/v1/units/shop", { "If-None-Match": tag })).status, 200);
});

for (const [method, path] of [
  ["POST", "/"],
  ["DELETE", "/api/v1/units/shop"],
  ["PUT", "/api/v1/overview"],
  ["POST", "/events"],
] as const) {
  test(`nothing can be written: ${method} ${path}`, async (t) => {
    const { get } = await serve(t);
    t.is((await get(path, {}, method)).status, 405);
  });
}

test("a new reader is told to ask for all, then what changes, at most once in a pause", async (t) => {
  const { open, board, clock } = await serve(t, { pause: 250 });
  const stream = await open();
  t.is(stream.response.headers["content-type"], "text/event-stream; charset=utf-8");
  await stream.events(1);
  state(board, "shop");
  state(board, "base");
  state(board, "shop");
  clock.advance(250);
  t.deepEqual(await stream.events(2), [
    'event: changed\ndata: {"units":["*"]}',
    'event: changed\ndata: {"units":["shop","","base"]}',
  ]);
});

test("a silent stream beats", async (t) => {
  const { open, clock } = await serve(t, { heartbeat: 15_000 });
  const stream = await open();
  await stream.events(1);
  clock.advance(250);
  clock.advance(15_000);
  t.is((await stream.events(2))[1], 'event: beat\ndata: {"units":[]}');
});

test("a reader who comes back is told what has changed meanwhile", async (t) => {
  const { open, board } = await serve(t);
  state(board, "shop");
  const first = await open();
  await first.events(1);
  const [, id = ""] = /^id: (.*)$/m.exec(first.text()) ?? [];
  state(board, "base");
  const back = await open({ "Last-Event-ID": id });
  t.deepEqual(await back.events(1), ['event: changed\ndata: {"units":["base",""]}']);
  const unknownField = await open({ "Last-Event-ID": "another-life-7" });
  t.deepEqual(await unknownField.events(1), ['event: changed\ndata: {"units":["*"]}']);
});

test("only so many readers follow at the same time, and one who goes makes room", async (t) => {
  const { open, get, board } = await serve(t, { readers: 1 });
  const first = await open();
  await first.events(1);
  const refused = await get("/events");
  t.deepEqual([refused.status, refused.headers["retry-after"]], [503, "30"]);
  first.response.destroy();
  await once(first.response, "close");
  let next = await open();
  while (next.response.statusCode !== 200) {
    next = await open();
  }
  state(board, "shop");
  t.is((await next.events(1))[0], 'event: changed\ndata: {"units":["*"]}');
});

test("a reader who does not read is let go", async (t) => {
  const { open, board, clock } = await serve(t, { backlog: 1000 });
  const stream = await open();
  await stream.events(1);
  stream.response.pause();
  const closed = new Promise((resolve) => stream.response.on("close", resolve));
  stream.response.on("error", () => {});
  const long = "u".repeat(60_000);
  for (let round = 0; round < 2000 && !stream.response.destroyed; round++) {
    board.emit({ type: "state", at: eventsStart, state: eventState(`${long}${round % 40}`) });
    clock.advance(250);
    if (round % 50 === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  stream.response.resume();
  await closed;
  t.true(stream.response.destroyed);
});

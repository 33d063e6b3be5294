import { once } from "node:events";
import { type IncomingMessage, request as ask } from "node:http";
import { text } from "node:stream/consumers";

import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { type Handler, sendText, readBody } from "./http-message.ts";
import { startServer } from "./server.ts";
import { router } from "./router.ts";

const hello: Handler = (_request, response) => {
  sendText(response, { status: 200, text: "hello\n" });
};

const routes = router([
  { path: "/", answer: hello },
  {
    path: "/units/:name",
    answer: (_request, response, parts) => {
      sendText(response, { status: 200, text: parts.get("name") ?? "" });
    },
  },
  { path: "/push", methods: ["POST"], answer: hello },
  {
    path: "/body",
    methods: ["POST"],
    answer: async (request, response) => {
      const bytes = await readBody(request, 10);
      sendText(response, { status: 200, text: bytes === undefined ? "too much" : bytes.toString() });
    },
  },
]);

const routed = test.macro({
  async exec(t, line: string, status: number, end: string, body: readonly string[] = []) {
    const server = await startServer("127.0.0.1:0", routes, {
      clock: manualClock(0),
      fault: (error) => {
        t.fail(String(error));
      },
    });
    t.teardown(server.close);
    const [method = "", path = ""] = line.split(" ");
    const asking = ask({ host: "127.0.0.1", port: server.port, method, path });
    asking.on("error", () => {});
    const answered = once(asking, "response") as Promise<[IncomingMessage]>;
    body.forEach((chunk) => asking.write(chunk));
    asking.end();
    const [response] = await answered;
    t.is(response.statusCode, status);
    t.true((await text(response)).endsWith(end));
  },
  title: (title: string | undefined, line: string, status: number) =>
    title ?? `${line} is answered with ${status}`,
});

test(routed, "GET /", 200, "hello\n");
test(routed, "GET /?a=b", 200, "hello\n");
test(routed, "GET /units/a%2Fb", 200, "a/b");
test(routed, "GET /units/%zz", 404, "not found\n");
test(routed, "GET /units/", 404, "not found\n");
test(routed, "GET /units/a/b", 404, "not found\n");
test(routed, "GET /../", 404, "not found\n");
test(routed, "GET http://localhost/", 404, "not found\n");
test(routed, "OPTIONS *", 404, "not found\n");
test(routed, "DELETE /", 405, "GET, HEAD is allowed here\n");
test(routed, "GET /push", 405, "POST is allowed here\n");
test(routed, "POST /push", 200, "hello\n");

test("a body within the limit is read", routed, "POST /body", 200, "0123456789", ["01234", "56789"]);
test("a body beyond the limit is discarded", routed, "POST /body", 200, "too much", ["01234", "567890"]);
test("a body with a Content-Length beyond the limit is not read", async (t) => {
  const request = { headers: { "content-length": "11" } } as IncomingMessage;
  t.is(await readBody(request, 10), undefined);
});

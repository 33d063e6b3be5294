import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createProxy, type Socket } from "node:net";

import test from "ava";

import { fastClock } from "../../../fixtures/fast-clock.ts";
import { listen } from "../../../fixtures/local-network.ts";
import { RegistryError, TransientError } from "../model/registry-error.ts";
import { openTransport } from "./http-transport.ts";

const { signal } = new AbortController();

test("a request to a server that sends nothing for 30s fails", async (t) => {
  const clock = fastClock();
  const server = createServer();
  const url = new URL(`http://127.0.0.1:${await listen(t, server)}/`);
  const asked = once(server, "request");
  const answer = openTransport("", clock)({ method: "GET", url, headers: {}, signal });
  await asked;
  clock.pass(29_999);
  t.is(clock.running(), 1);
  clock.pass(1);
  await t.throwsAsync(answer, { instanceOf: TransientError, message: /it sent nothing for 30s/ });
  t.is(clock.running(), 0);
});

test("a response that stops in the middle for 30s fails", async (t) => {
  const clock = fastClock();
  const server = createServer((_, response) => {
    response.write("the beginning");
  });
  const url = new URL(`http://127.0.0.1:${await listen(t, server)}/`);
  const { body } = await openTransport("", clock)({ method: "GET", url, headers: {}, signal });
  const chunks = body[Symbol.asyncIterator]();
  t.is(Buffer.from((await chunks.next()).value ?? []).toString(), "the beginning");
  t.is(clock.running(), 0, "the time of the reader does not count");
  const next = chunks.next();
  clock.pass(30_000);
  await t.throwsAsync(next, { instanceOf: TransientError, message: /it sent nothing for 30s/ });
});

test("an upload in progress does not time out, however long it takes", async (t) => {
  const clock = fastClock();
  const server = createServer();
  const url = new URL(`http://127.0.0.1:${await listen(t, server)}/`);
  const asked: Promise<unknown[]> = once(server, "request");
  const body = new Uint8Array(32 * 1024 * 1024);
  const answer = openTransport("", clock)({ method: "PUT", url, headers: {}, body, signal });
  const [request, response] = (await asked) as [IncomingMessage, ServerResponse];
  t.is(request.headers["content-length"], String(body.length));
  clock.pass(30_000);
  t.is(clock.running(), 1);
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
  }
  clock.pass(30_000);
  response.end();
  t.is((await answer).status, 200);
  t.is(size, body.length);
});

const remote = new URL("https://forge.example/");

for (const end of ["a timeout", "an abort"]) {
  test(`the connection to a proxy that does not answer is closed after ${end}`, async (t) => {
    const clock = fastClock();
    const proxy = createProxy();
    const proxies = { HTTPS_PROXY: `http://127.0.0.1:${await listen(t, proxy)}` };
    const asked: Promise<unknown[]> = once(proxy, "connection");
    const { signal: running, abort } = abortable();
    const answer = openTransport(
      "",
      clock,
      proxies,
    )({ method: "GET", url: remote, headers: {}, signal: running });
    const [socket] = (await asked) as [Socket];
    const closed = once(socket.resume(), "close");
    if (end === "a timeout") {
      clock.pass(30_000);
    } else {
      abort();
    }
    await t.throwsAsync(answer, { instanceOf: TransientError });
    await closed;
    t.is(clock.running(), 0);
  });
}

function abortable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => {
      controller.abort();
    },
  };
}

test("an invalid proxy URL is refused without showing its password", async (t) => {
  for (const [name, url] of [
    ["HTTPS_PROXY", remote],
    ["HTTP_PROXY", new URL("http://forge.example/")],
  ] as const) {
    const open = openTransport("", fastClock(), { [name]: "http://user:hunter2%zz@proxy:1" });
    const error = await t.throwsAsync(open({ method: "GET", url, headers: {}, signal }), {
      instanceOf: RegistryError,
      message: /the proxy of the environment is not valid/,
    });
    t.notRegex(error.message, /hunter2/);
  }
});

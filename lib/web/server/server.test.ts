import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

import test, { type ExecutionContext } from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { type Handler, sendText, readBody } from "./http-message.ts";
import { startServer, type WebServerOptions, type Listening } from "./server.ts";
import { ListenError, parseListenAddress } from "./listen-address.ts";

const clock = manualClock(0);

const hello: Handler = (_request, response) => {
  sendText(response, { status: 200, text: "hello\n" });
};

async function opened(
  t: ExecutionContext,
  answer: Handler,
  options: Partial<WebServerOptions> = {},
): Promise<Listening> {
  const server = await startServer("127.0.0.1:0", answer, {
    clock,
    fault: (error) => {
      t.fail(String(error));
    },
    ...options,
  });
  t.teardown(server.close);
  return server;
}

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** The response of a server to the given request lines. */
async function asked(port: number, ...lines: readonly string[]): Promise<string> {
  const socket = await dial(port);
  socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

function statusOf(answer: string): string {
  return answer.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length);
}

const parsesAddress = test.macro({
  exec(t, written: string, host: string | undefined, port: number) {
    t.deepEqual(parseListenAddress(written), { host, port });
  },
  title: (_title, written: string) => `${written} is a valid listen address`,
});

test(parsesAddress, "8080", undefined, 8080);
test(parsesAddress, ":8080", undefined, 8080);
test(parsesAddress, "127.0.0.1:0", "127.0.0.1", 0);
test(parsesAddress, "[::1]:8080", "::1", 8080);
test(parsesAddress, "[fe80::1%eth0]:80", "fe80::1%eth0", 80);
test(parsesAddress, "localhost:65535", "localhost", 65_535);

for (const written of ["", ":", "x", "::1:80", "[x]:1", "1:2:3", "http://a:1", ":65536", "a b:1", ":-1"]) {
  test(`"${written}" is not a valid listen address`, (t) => {
    t.throws(() => parseListenAddress(written), {
      instanceOf: ListenError,
      message: /is not a listen address; write/,
    });
  });
}

test("an address that is in use is rejected with a hint", async (t) => {
  const { port } = await opened(t, hello);
  await t.throwsAsync(startServer(`127.0.0.1:${port}`, hello, { clock, fault: () => {} }), {
    instanceOf: ListenError,
    message: `cannot listen on 127.0.0.1:${port}: the address is in use; stop the other process, or choose another port`,
  });
});

test("an address of another machine is rejected with a hint", async (t) => {
  await t.throwsAsync(startServer("192.0.2.1:0", hello, { clock, fault: () => {} }), {
    instanceOf: ListenError,
    message: /^cannot listen on 192\.0\.2\.1:0: this machine has no such address/,
  });
});

const named = test.macro({
  async exec(t, host: string, status: string, hosts: readonly string[] | "any") {
    const { port } = await opened(t, hello, { hosts });
    t.is(statusOf(await asked(port, "GET / HTTP/1.1", `Host: ${host}`)), status);
  },
  title: (_title, host: string, status: string, hosts: readonly string[] | "any") =>
    `on loopback, a request with host "${host}" is answered with ${status}${hosts.length === 0 ? "" : ` if ${String(hosts)} is allowed`}`,
});

test(named, "localhost:8080", "200", []);
test(named, "LOCALHOST", "200", []);
test(named, "127.0.0.1", "200", []);
test(named, "[::1]:80", "200", []);
test(named, "sync.localhost", "200", []);
test(named, "evil.example.com", "403", []);
test(named, "localhost.example.com", "403", []);
test(named, "127.0.0.1.example.com", "403", []);
test(named, "localhost@example.com", "403", []);
test(named, "", "403", []);
test(named, "sync.example.com", "200", ["sync.example.com"]);
test(named, "sync.example.com", "200", "any");
test(named, "evil.example.com", "403", ["sync.example.com"]);

test("every response has the Content-Security-Policy and nosniff headers", async (t) => {
  const { port } = await opened(t, hello);
  const answer = await asked(port, "HEAD / HTTP/1.1", "Host: localhost");
  t.regex(answer, /Content-Security-Policy: default-src 'none'/);
  t.regex(answer, /X-Content-Type-Options: nosniff/);
  t.true(answer.endsWith("\r\n\r\n"), "HEAD has no body");
});

test("an internal error is reported to the server, but its message is not sent to clients", async (t) => {
  const faults: unknown[] = [];
  const { port } = await opened(
    t,
    () => {
      throw new Error("the password is x");
    },
    { fault: (error) => faults.push(error) },
  );
  const answer = await asked(port, "GET / HTTP/1.1", "Host: localhost");
  t.is(statusOf(answer), "500");
  t.false(answer.includes("password"));
  t.is(faults.length, 1);
});

test("a client that disconnects while sending the body is not reported as an internal error", async (t) => {
  const reading = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const { port } = await opened(t, async (request) => {
    reading.resolve();
    try {
      await readBody(request, 100);
    } catch (error) {
      ended.resolve(error);
      throw error;
    }
  });
  const socket = await dial(port);
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nabc");
  await reading.promise;
  socket.destroy();
  t.true((await ended.promise) instanceof Error);
});

test("a client that never completes its headers is disconnected", async (t) => {
  const { port } = await opened(t, hello, { limits: { headersTime: 20 } });
  const socket = await dial(port);
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString()));
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // On a busy machine the time may be over before a byte was sent: then there is nothing to answer, or the
  // data arrives too late and the connection is reset.
  socket.on("error", () => {});
  socket.on("close", () => {
    resolve();
  });
  socket.write("GET / HTTP/1.1\r\nX: ");
  await closed;
  t.regex(answer, /^(?:HTTP\/1\.1 408 |$)/);
});

test("headers beyond the limit are rejected with status 431", async (t) => {
  const { port } = await opened(t, hello, { limits: { headers: 1000 } });
  t.is(statusOf(await asked(port, "GET / HTTP/1.1", "Host: localhost", `X: ${"x".repeat(2000)}`)), "431");
});

test("a connection beyond the limit is closed", async (t) => {
  const { port } = await opened(t, hello, { limits: { connections: 1 } });
  const first = await dial(port);
  const second = await dial(port);
  t.is(await text(second), "");
  first.destroy();
});

test("closing the server ends event streams and keep-alive connections", async (t) => {
  const server = await opened(t, (request, response) => {
    if (request.url === "/events") {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write("data: 1\n\n");
    } else {
      sendText(response, { status: 200, text: "hello\n" });
    }
  });
  const stream = await dial(server.port);
  stream.write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const kept = await dial(server.port);
  kept.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await Promise.all([once(stream, "data"), once(kept, "data")]);
  stream.resume();
  kept.resume();
  await Promise.all([server.close(), server.close(), once(stream, "end"), once(kept, "end")]);
  await t.throwsAsync(fetch(`http://127.0.0.1:${server.port}/`));
});

test("closing the server waits for active responses", async (t) => {
  const asking = Promise.withResolvers<void>();
  const reported = Promise.withResolvers<void>();
  const server = await opened(t, async (request, response) => {
    asking.resolve();
    await reported.promise;
    await hello(request, response);
  });
  const answer = fetch(`http://127.0.0.1:${server.port}/`);
  await asking.promise;
  const closed = server.close();
  reported.resolve();
  t.is(await (await answer).text(), "hello\n");
  await closed;
});

test("closing the server drops active requests after a time limit", async (t) => {
  const time = manualClock(0);
  const asking = Promise.withResolvers<void>();
  const server = await opened(
    t,
    () => {
      asking.resolve();
    },
    { clock: time },
  );
  const answer = fetch(`http://127.0.0.1:${server.port}/`);
  await asking.promise;
  const closed = server.close();
  time.pass(2000);
  await closed;
  await t.throwsAsync(answer);
});

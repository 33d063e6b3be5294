import { constants } from "node:http2";

import test, { type ExecutionContext } from "ava";

import { fastClock } from "../../../fixtures/fast-clock.ts";
import { answer, type Arrived, http1Server, http2Server } from "../../../fixtures/loopback-server.ts";
import type { Access } from "../model/access.ts";
import { ApiError, UnreachableError } from "../model/api-error.ts";
import type { Cluster } from "../model/cluster.ts";
import { openCluster } from "../open-cluster.ts";

const source = { namespace: "shop", name: "web-0", container: "app", lines: 10 };
const { signal } = new AbortController();

function open(t: ExecutionContext, access: Access): Cluster {
  const clock = fastClock();
  const cluster = openCluster({ access, clock, random: () => 0.5, userAgent: "converge/test" });
  t.teardown(async () => cluster.close());
  return cluster;
}

/** Line `index` as the kubelet sends it: one every hundred milliseconds. */
function timed(index: number, text = `line ${index}`): string {
  const digits = String(index % 10).padEnd(9, "0");
  return `2026-11-21T08:00:0${Math.floor(index / 10)}.${digits}Z ${text}\n`;
}

function begin({ stream }: Arrived, text: string): void {
  stream.respond({ ":status": 200 });
  stream.write(text);
}

test("a log is reported line by line until its container ends, without timestamps", async (t) => {
  let path = "";
  const loopback = await http2Server(t, (arrived) => {
    ({ path } = arrived);
    const bytes = Buffer.from(timed(1, "жё🐙") + timed(2, "") + timed(3, "  at main").trimEnd());
    arrived.stream.respond({ ":status": 200 });
    arrived.stream.write(bytes.subarray(0, 34));
    setImmediate(() => arrived.stream.end(bytes.subarray(34)));
  });
  const lines: string[] = [];
  await open(t, loopback.access).followLogs(source, { signal, report: (line) => lines.push(line) });
  t.deepEqual(lines, ["жё🐙", "", "  at main"]);
  t.is(path, "/api/v1/namespaces/shop/pods/web-0/log?container=app&follow=true&timestamps=true&tailLines=10");
});

test("a log is followed over HTTP/1.1 too", async (t) => {
  const loopback = await http1Server(t, (_request, response) => {
    response.write(timed(1));
    setImmediate(() => response.end(timed(2)));
  });
  const lines: string[] = [];
  await open(t, loopback.access).followLogs(source, { signal, report: (line) => lines.push(line) });
  t.deepEqual(lines, ["line 1", "line 2"]);
});

test("a broken log stream is resumed where it broke, without duplicate lines", async (t) => {
  const asked: string[] = [];
  const loopback = await http2Server(t, (arrived) => {
    asked.push(new URL(arrived.path, "http://server").searchParams.get("sinceTime") ?? "");
    if (arrived.index === 0) {
      begin(arrived, timed(11) + timed(12) + timed(13).slice(0, 35));
      // Not close(), which would end the stream gracefully first; and not before the lines were sent.
      setImmediate(() => setImmediate(() => arrived.stream.destroy(new Error("it broke"))));
    } else {
      begin(arrived, [10, 11, 12, 13].map((index) => timed(index)).join(""));
      arrived.stream.end();
    }
  });
  const lines: string[] = [];
  await open(t, loopback.access).followLogs(source, { signal, report: (line) => lines.push(line) });
  t.deepEqual(lines, ["line 11", "line 12", "line 13"]);
  t.deepEqual(asked, ["", "2026-11-21T08:00:01.200000000Z"]);
});

test("a log stream that breaks repeatedly without any line is given up", async (t) => {
  let count = 0;
  const loopback = await http2Server(t, ({ stream }) => {
    count += 1;
    stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  });
  const following = open(t, loopback.access).followLogs(source, { signal, report: () => {} });
  await t.throwsAsync(following, { instanceOf: UnreachableError });
  t.is(count, 4);
});

test("a refused log request is reported and not retried", async (t) => {
  let count = 0;
  const loopback = await http2Server(t, ({ stream }) => {
    count += 1;
    const message = 'pods "web-0" is forbidden: cannot get resource "pods/log"';
    answer(stream, 403, { kind: "Status", reason: "Forbidden", message, code: 403 });
  });
  const following = open(t, loopback.access).followLogs(source, { signal, report: () => {} });
  const error = await t.throwsAsync(following, { instanceOf: ApiError });
  t.like(error, { status: 403, reason: "Forbidden" });
  t.is(count, 1);
});

test("aborting the signal cancels the log request without an error", async (t) => {
  const life = new AbortController();
  const closed = Promise.withResolvers<void>();
  const loopback = await http2Server(t, (arrived) => {
    arrived.stream.on("close", () => closed.resolve());
    begin(arrived, timed(1) + timed(2));
  });
  const lines: string[] = [];
  const report = (line: string): void => {
    lines.push(line);
    life.abort();
  };
  await open(t, loopback.access).followLogs(source, { signal: life.signal, report });
  await closed.promise;
  t.deepEqual(lines, ["line 1"]);
});

test("a long log is reported completely, with overlong lines truncated", async (t) => {
  const loopback = await http2Server(t, (arrived) => {
    const text = Array.from({ length: 50 }, () => timed(1, "x".repeat(100_000)) + timed(2)).join("");
    begin(arrived, text);
    arrived.stream.end();
  });
  let longest = 0;
  let count = 0;
  await open(t, loopback.access).followLogs(source, {
    signal,
    report: (line) => {
      count += 1;
      longest = Math.max(longest, line.length);
    },
  });
  t.is(count, 100);
  t.true(longest > 16_000 && longest <= 16_384, String(longest));
});

test("the log of a previous container is read without following it", async (t) => {
  let path = "";
  const loopback = await http2Server(t, (arrived) => {
    ({ path } = arrived);
    begin(arrived, timed(1));
    arrived.stream.end();
  });
  const previous = { ...source, previous: true };
  await open(t, loopback.access).followLogs(previous, { signal, report: () => {} });
  t.regex(path, /container=app&previous=true&timestamps=true/);
});

import { constants } from "node:http2";

import test, { type ExecutionContext } from "ava";

import { fastClock, type FastClock } from "../../fixtures/fast-clock.ts";
import {
  answer,
  dialLoopback,
  http2Server,
  loopbackAccess,
  type Arrived,
  type Loopback,
} from "../../fixtures/loopback-server.ts";
import type { Access, Credentials } from "./model/access.ts";
import type { Cluster, Resource, Retry } from "./model/cluster.ts";
import { openCluster } from "./open-cluster.ts";

const configMaps: Resource = {
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  namespaced: true,
  verbs: [],
};
const place = { resource: configMaps, namespace: "shop", name: "env" };
const options = { fieldManager: "converge", force: true } as const;
const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "env" } };
const { signal } = new AbortController();

function open(t: ExecutionContext, access: Access, clock: FastClock = fastClock()): Cluster {
  const cluster = openCluster({ access, clock, random: () => 0.5, userAgent: "converge/test" });
  t.teardown(async () => cluster.close());
  return cluster;
}

/** Applies this many objects concurrently; returns how many the server created. */
async function applyMany(cluster: Cluster, count: number, retries: Retry[] = []): Promise<number> {
  const call = { signal, options, onRetry: (retry: Retry) => retries.push(retry) };
  const written = await Promise.all(
    Array.from({ length: count }, async () => cluster.apply(place, object, call)),
  );
  return written.filter((one) => one.created).length;
}

/** The way in which a server fails some of the requests. */
const failures: Readonly<Record<string, (arrived: Arrived, loopback: Loopback) => void>> = {
  REFUSED_STREAM: ({ stream }) => stream.close(constants.NGHTTP2_REFUSED_STREAM),
  "a reset stream": ({ stream }) => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
  "a truncated response": ({ stream }) => {
    stream.respond({ ":status": 201 });
    stream.write('{"half":', () => stream.destroy(new Error("cut")));
  },
  "a graceful GOAWAY": ({ stream, session }) => {
    answer(stream, 201, {});
    session.close();
  },
  "GOAWAY with an error": ({ session }) => session.goaway(constants.NGHTTP2_INTERNAL_ERROR),
  "an ended session": ({ session }) => session.destroy(),
  "a broken connection": (_, loopback) => loopback.cut(),
  "a 503 response": ({ stream }) => answer(stream, 503, { kind: "Status", code: 503 }),
  "an etcd leader change": ({ stream }) =>
    answer(stream, 500, { kind: "Status", code: 500, message: "etcdserver: leader changed" }),
};

for (const [failure, fail] of Object.entries(failures)) {
  test(`all of 300 writes succeed despite ${failure}`, async (t) => {
    const loopback = await http2Server(t, (arrived) => {
      if (arrived.index % 40 === 39 && arrived.index < 400) {
        fail(arrived, loopback);
      } else {
        answer(arrived.stream, 201, {});
      }
    });
    t.is(await applyMany(open(t, loopback.access), 300), 300);
  });
}

test("after 429 responses, retries wait for Retry-After and fewer requests are sent concurrently", async (t) => {
  let underWay = 0;
  let most = 0;
  const loopback = await http2Server(t, ({ stream, index }) => {
    underWay += 1;
    most = index < 64 ? 0 : Math.max(most, underWay);
    setImmediate(() => {
      underWay -= 1;
      if (index < 64) {
        stream.respond({ ":status": 429, "retry-after": "1" });
        stream.end();
      } else {
        answer(stream, 201, {});
      }
    });
  });
  const retries: Retry[] = [];
  t.is(await applyMany(open(t, loopback.access), 200, retries), 200);
  t.is(retries.length, 64);
  t.true(retries.every(({ delay, attempt }) => delay >= 1000 && attempt === 1));
  t.true(most <= 40, `${most} at once`);
});

test("a request refused with 429 is retried only once beforeRetry has completed", async (t) => {
  let arrived = 0;
  const loopback = await http2Server(t, ({ stream, index }) => {
    arrived += 1;
    answer(stream, index === 0 ? 429 : 200, index === 0 ? { kind: "Status", code: 429 } : { index });
  });
  const slots: number[] = [];
  const beforeRetry = async (): Promise<void> => {
    // A request that is sent without waiting would arrive meanwhile.
    await open(t, loopback.access).get(place, { signal });
    slots.push(arrived);
  };
  t.deepEqual(await open(t, loopback.access).get(place, { signal, beforeRetry }), { index: 2 });
  t.deepEqual(slots, [2]);
});

test("a connection whose server no longer answers pings is replaced by a new one", async (t) => {
  const clock = fastClock();
  const loopback = await http2Server(t, ({ stream, index }) => {
    if (index > 0) {
      answer(stream, 200, { index });
    } else {
      loopback.freeze();
      clock.pass(30_000);
      clock.pass(15_000);
    }
  });
  const retries: Retry[] = [];
  const call = { signal, onRetry: (retry: Retry) => retries.push(retry) };
  t.deepEqual(await open(t, loopback.access, clock).get(place, call), { index: 1 });
  t.regex(retries[0]?.error.message ?? "", /no answer to a ping within 15 s/);
  t.is(loopback.dialled(), 2);
});

test("a request without a response is retried after a timeout", async (t) => {
  const clock = fastClock();
  const loopback = await http2Server(t, ({ stream, index }) => {
    if (index > 0) {
      answer(stream, 200, { index });
    } else {
      clock.pass(75_000);
    }
  });
  const cluster = open(t, loopback.access, clock);
  t.deepEqual(await cluster.get(place, { signal }), { index: 1 });
  await cluster.close();
  t.is(clock.running(), 0);
});

test("after a 401 response, credentials are renewed once and the request is retried", async (t) => {
  const seen: unknown[] = [];
  const loopback = await http2Server(t, ({ stream, headers }) => {
    seen.push(headers["authorization"]);
    answer(stream, headers["authorization"] === "Bearer two" ? 200 : 401, {
      kind: "Status",
      reason: "Unauthorized",
    });
  });
  let credentials: Credentials = {
    headers: { authorization: "Bearer one", "impersonate-group": ["a", "b"] },
  };
  const access: Access = {
    ...loopback.access,
    credentials: async () => credentials,
    renew: async (refused) => {
      const isChanged = refused.headers["authorization"] === "Bearer one";
      credentials = { headers: { authorization: isChanged ? "Bearer two" : "Bearer none" } };
      return isChanged;
    },
  };
  const cluster = open(t, access);
  await cluster.get(place, { signal });
  t.deepEqual(seen, ["Bearer one", "Bearer two"]);
  credentials = { headers: { authorization: "Bearer none" } };
  await t.throwsAsync(cluster.get(place, { signal }), { name: "ApiError" });
});

test("an unreachable address is reported to all waiting requests after three attempts", async (t) => {
  const clock = fastClock();
  let dialled = 0;
  const access = loopbackAccess(1, async () => {
    dialled += 1;
    return dialLoopback(1);
  });
  const cluster = open(t, access, clock);
  const asked = Array.from({ length: 200 }, async () => cluster.get(place, { signal }));
  const settled = await Promise.allSettled(asked);
  t.true(settled.every(({ status }) => status === "rejected"));
  t.is(dialled, 3);
  await t.throwsAsync(asked[0] ?? Promise.resolve(), {
    name: "UnreachableError",
    message: /connection refused/,
  });
});

test("an aborted request fails with the reason of its signal", async (t) => {
  const life = new AbortController();
  const loopback = await http2Server(t, () => life.abort(new Error("the user has enough")));
  const cluster = open(t, loopback.access);
  await t.throwsAsync(cluster.get(place, { signal: life.signal }), { message: "the user has enough" });
  await t.throwsAsync(cluster.get(place, { signal: life.signal }), { message: "the user has enough" });
});

test("a request that times out fails with the last error of the server", async (t) => {
  const life = new AbortController();
  const loopback = await http2Server(t, ({ stream }) =>
    answer(stream, 503, { kind: "Status", code: 503, message: "starting up" }),
  );
  const onRetry = ({ attempt }: Retry): void => {
    if (attempt === 3) {
      life.abort(new DOMException("time is over", "TimeoutError"));
    }
  };
  const call = { signal: life.signal, onRetry };
  await t.throwsAsync(open(t, loopback.access).get(place, call), {
    name: "ApiError",
    message: "starting up",
  });
});

test("closing a cluster ends all requests and leaves no timer", async (t) => {
  const clock = fastClock();
  const arrived = Promise.withResolvers<void>();
  const loopback = await http2Server(t, () => arrived.resolve());
  const cluster = open(t, loopback.access, clock);
  const asked = cluster.get(place, { signal });
  await arrived.promise;
  await cluster.close();
  await t.throwsAsync(asked, { name: "UnreachableError" });
  await t.throwsAsync(cluster.get(place, { signal }), { name: "UnreachableError", message: /closed/ });
  t.is(clock.running(), 0);
});

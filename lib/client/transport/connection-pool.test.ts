import test, { type ExecutionContext } from "ava";

import { fastClock } from "../../../fixtures/fast-clock.ts";
import { answer, http1Server, http2Server } from "../../../fixtures/loopback-server.ts";
import type { Access, Credentials } from "../model/access.ts";
import type { Cluster, Resource } from "../model/cluster.ts";
import { openCluster } from "../open-cluster.ts";

const configMaps: Resource = {
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  namespaced: true,
  verbs: [],
};
const place = { resource: configMaps, namespace: "shop", name: "env" };
const { signal } = new AbortController();

function open(t: ExecutionContext, access: Access): Cluster {
  const cluster = openCluster({
    access,
    clock: fastClock(),
    random: () => 0.5,
    userAgent: "converge/test",
  });
  t.teardown(async () => cluster.close());
  return cluster;
}

test("a new client certificate opens a new connection", async (t) => {
  const loopback = await http2Server(t, ({ stream, index }) => answer(stream, 200, { index }));
  let credentials: Credentials = { headers: {}, certificate: { cert: "1", key: "1" } };
  const cluster = open(t, { ...loopback.access, credentials: async () => credentials });
  await cluster.get(place, { signal });
  credentials = { headers: {}, certificate: { cert: "1", key: "1" } };
  await cluster.get(place, { signal });
  t.is(loopback.dialled(), 1);
  credentials = { headers: {}, certificate: { cert: "2", key: "2" } };
  await cluster.get(place, { signal });
  t.is(loopback.dialled(), 2);
});

for (const [protocol, serve] of [
  [
    "HTTP/2",
    async (t: ExecutionContext, isCut: (index: number) => boolean) =>
      http2Server(t, ({ stream, index, session }) =>
        isCut(index) ? session.destroy() : answer(stream, 200, {}),
      ),
  ],
  [
    "HTTP/1.1",
    async (t: ExecutionContext, isCut: (index: number) => boolean) => {
      let index = 0;
      return http1Server(t, (request, response) => {
        index += 1;
        return isCut(index - 1) ? request.socket.destroy() : response.writeHead(200).end("{}");
      });
    },
  ],
] as const) {
  test(`a broken ${protocol} connection is reported without the address of a named server`, async (t) => {
    const { access } = await serve(t, (index) => index > 0);
    const cluster = open(t, { ...access, name: "its API server" });
    await cluster.get(place, { signal });
    const end = new AbortController();
    let message = "";
    const onRetry = ({ error }: { readonly error: Error }): void => {
      ({ message } = error);
      end.abort(error);
    };
    await t.throwsAsync(cluster.get(place, { signal: end.signal, onRetry }));
    t.regex(message, /the connection to its API server broke/);
    t.notRegex(message, /127\.0\.0\.1/);
  });
}

test("without HTTP/2, a limited number of connections is kept open and reused", async (t) => {
  let held: (() => void)[] = [];
  let most = 0;
  let count = 0;
  const loopback = await http1Server(t, (request, response) => {
    count += 1;
    const isCut = count % 40 === 0;
    held.push(() => (isCut ? request.socket.destroy() : response.writeHead(200).end("{}")));
    most = Math.max(most, held.length);
    // The first requests are held until no more arrive.
    if (count >= 32) {
      setImmediate(() => {
        const waiting = held;
        held = [];
        for (const go of waiting) {
          go();
        }
      });
    }
  });
  const cluster = open(t, loopback.access);
  t.is(
    (await Promise.all(Array.from({ length: 300 }, async () => cluster.get(place, { signal })))).length,
    300,
  );
  t.is(most, 32);
  t.true(loopback.dialled() < 100, `${loopback.dialled()} dialled`);
});

test("watches beyond the server's limit of streams get connections of their own", async (t) => {
  const watching = Promise.withResolvers<void>();
  let watches = 0;
  const loopback = await http2Server(
    t,
    ({ stream, path }) => {
      if (path.includes("watch=true")) {
        watches += 1;
        stream.respond({ ":status": 200 });
        stream.write("\n");
        if (watches === 12) {
          watching.resolve();
        }
      } else {
        answer(stream, 200, { metadata: { resourceVersion: "1" }, items: [] });
      }
    },
    5,
  );
  const cluster = open(t, loopback.access);
  const all = Array.from({ length: 12 }, () => cluster.watch({ resource: configMaps }, () => {}));
  await Promise.all(all.map(async ({ synced }) => synced));
  await watching.promise;
  t.is(watches, 12);
});

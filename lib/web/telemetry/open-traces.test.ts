import test, { type ExecutionContext } from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { goodRun, recordedAt } from "../../../fixtures/recorded-run.ts";
import { wholeLife } from "../../../fixtures/recorded-sync.ts";
import { sendText, readBody } from "../server/http-message.ts";
import { startServer } from "../server/server.ts";
import { openTraces } from "./open-traces.ts";
import { traceSettings } from "./trace-settings.ts";

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code: number; readonly message?: string };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Request {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, "attributes">;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** A collector on the loopback interface. */
async function collector(
  t: ExecutionContext,
  status = 200,
): Promise<{
  readonly url: string;
  readonly paths: readonly string[];
  readonly requests: readonly Request[];
}> {
  const requests: Request[] = [];
  const paths: string[] = [];
  const server = await startServer(
    "127.0.0.1:0",
    async (request, response) => {
      const body = await readBody(request, 10_000_000);
      paths.push(
        `${request.url ?? ""} ${String(request.headers["x-team"])} ${request.headers["content-type"] ?? ""}`,
      );
      requests.push(JSON.parse(String(body)) as Request);
      sendText(response, { status, type: "application/json", text: "{}" });
    },
    {
      clock: manualClock(0),
      fault: (error) => {
        t.fail(String(error));
      },
    },
  );
  t.teardown(server.close);
  return { url: `http://127.0.0.1:${server.port}`, paths, requests };
}

function spansOf(requests: readonly Request[]): readonly Span[] {
  return requests.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}

function attributesOf({ attributes }: Pick<Span, "attributes">): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** The spans as a tree, each with its duration in milliseconds. */
function spanTree(spans: readonly Span[], parent: string | undefined, indent = ""): readonly string[] {
  return spans
    .filter((span) => (span.parentSpanId ?? "") === (parent ?? ""))
    .flatMap((span) => {
      const took = Number((BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1_000_000n);
      const fault = span.status.code === 2 ? ` ERROR ${span.status.message ?? ""}` : "";
      return [`${indent}${span.name} ${took}ms${fault}`, ...spanTree(spans, span.spanId, `${indent}  `)];
    });
}

const facts = { clock: manualClock(0), version: "0.1.0" };

test("each run of a unit is a trace with spans for applies, waits and errors", async (t) => {
  const { url, paths, requests } = await collector(t);
  const notices: string[] = [];
  const traces = await openTraces({
    ...facts,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "X-Team=shop%20one,nonsense",
      OTEL_SERVICE_NAME: "keeper",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,service.name=other",
    },
    notice: (message) => notices.push(message),
  });
  wholeLife.forEach((event) => traces?.emit(event));
  await traces?.close();
  t.deepEqual(notices, []);
  t.deepEqual(new Set(paths), new Set(["/v1/traces shop one application/json"]));
  const resource = requests[0]?.resourceSpans[0]?.resource ?? { attributes: [] };
  const {
    "service.name": name,
    "service.version": version,
    "deployment.environment.name": place,
  } = attributesOf(resource);
  t.deepEqual([name, version, place], ["keeper", "0.1.0", "test"]);
  const spans = spansOf(requests);
  const runs = spans.filter((span) => span.name === "converge sync");
  t.is(new Set(spans.map(({ traceId }) => traceId)).size, 5);
  const failed = runs.find((span) => attributesOf(span)["converge.run.number"] === 2);
  t.deepEqual(spanTree(spans, failed?.spanId), [
    "apply Namespace 10ms",
    "  send 5ms",
    "  wait 5ms",
    "apply StatefulSet 13950ms ERROR container mysql crashes again and again",
    "  send 1055ms",
    "  wait 12895ms",
    "apply Deployment 0ms",
    "prune ConfigMap 0ms",
  ]);
  t.is(failed?.status.code, 2);
  t.like(attributesOf(failed ?? { attributes: [] }), {
    "converge.unit": "blog",
    "converge.run.reason": "revision",
    "converge.run.verdict": "failed",
    "converge.release": "blog",
    "vcs.ref.head.name": "main",
    "vcs.ref.head.revision": "b".repeat(40),
  });
  const database = spans.find(({ name: other }) => other === "apply StatefulSet");
  t.like(attributesOf(database ?? { attributes: [] }), {
    "k8s.namespace.name": "shop",
    "k8s.statefulset.name": "mysql",
    "converge.change": "created",
  });
});

test("a single run joins the trace of TRACEPARENT", async (t) => {
  const { url, paths, requests } = await collector(t);
  const traces = await openTraces({
    ...facts,
    env: {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/here`,
      TRACEPARENT: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    },
    notice: (message) => {
      t.fail(message);
    },
  });
  const emit = traces?.onRunEvent({ name: "converge apply", startedAt: recordedAt, attributes: {} });
  goodRun.forEach((event) => emit?.(event));
  await traces?.close();
  t.true(paths[0]?.startsWith("/here "));
  const spans = spansOf(requests);
  t.deepEqual(new Set(spans.map(({ traceId }) => traceId)), new Set(["4bf92f3577b34da6a3ce929d0e0e4736"]));
  const root = spans.find(({ name }) => name === "converge apply");
  t.is(root?.parentSpanId, "00f067aa0ba902b7");
  t.deepEqual(
    spanTree(spans, root?.spanId).filter((line) => !line.startsWith(" ")),
    ["apply Namespace 10ms", "apply StatefulSet 12050ms", "apply Deployment 3397ms", "prune ConfigMap 17ms"],
  );
});

test("a collector that rejects traces is reported", async (t) => {
  const { url } = await collector(t, 400);
  const notices: string[] = [];
  const traces = await openTraces({
    ...facts,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    notice: (message) => notices.push(message),
  });
  wholeLife.forEach((event) => traces?.emit(event));
  await traces?.close();
  t.is(notices.length, 2);
  t.regex(notices[0] ?? "", /not gRPC/);
  t.regex(notices[1] ?? "", /^traces are not accepted: /);
});

test("closing the exporter does not wait for a collector that never responds", async (t) => {
  const asked = Promise.withResolvers<void>();
  const server = await startServer(
    "127.0.0.1:0",
    () => {
      asked.resolve();
    },
    {
      clock: {
        after: (_time, callback) => {
          callback();
          return () => {};
        },
      },
      fault: () => {},
    },
  );
  t.teardown(server.close);
  const clock = manualClock(0);
  const traces = await openTraces({
    ...facts,
    clock,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.port}` },
    notice: () => {},
  });
  wholeLife.forEach((event) => traces?.emit(event));
  const closed = traces?.close();
  await asked.promise;
  clock.pass(3000);
  await t.notThrowsAsync(closed ?? Promise.reject(new Error("no traces")));
});

const disabled = test.macro({
  async exec(t, env: Readonly<Record<string, string>>) {
    t.is(traceSettings(env), undefined);
    t.is(await openTraces({ ...facts, env, notice: () => {} }), undefined);
  },
  title: (title = "") => `no traces are sent ${title}`,
});

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
test("without an endpoint", disabled, { OTEL_SERVICE_NAME: "x" });
test("with an empty endpoint", disabled, { OTEL_EXPORTER_OTLP_ENDPOINT: " " });
test("if OTEL_SDK_DISABLED is true", disabled, { ...endpoint, OTEL_SDK_DISABLED: "true" });
test("if OTEL_TRACES_EXPORTER is none", disabled, { ...endpoint, OTEL_TRACES_EXPORTER: "none" });

for (const text of [
  "",
  "x",
  `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
  `ff-${"a".repeat(32)}-00f067aa0ba902b7-01`,
]) {
  test(`"${text}" is not a valid TRACEPARENT`, (t) => {
    t.is(traceSettings({ ...endpoint, TRACEPARENT: text })?.parent, undefined);
  });
}

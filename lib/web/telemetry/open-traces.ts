import type * as Api from "@opentelemetry/api";
import type * as Sdk from "@opentelemetry/sdk-trace";

import type { EventSink } from "../../apply/model/event.ts";
import type { Clock } from "../../async/clock.ts";
import type { SyncEventSink, SyncEvent } from "../../sync/sync-event.ts";
import type { UnitRun } from "../../sync/unit/unit-state.ts";
import { RunSpans, type RunTitle, type SpanMaker } from "./run-spans.ts";
import { type TraceEnv, type TraceSettings, traceSettings } from "./trace-settings.ts";

/** What sending traces needs. */
export interface TraceFacts {
  readonly env: TraceEnv;
  readonly clock: Pick<Clock, "after">;
  /** `0.1.0`. */
  readonly version: string;
  /** Hears why traces are not taken; once for each reason. */
  readonly notice: (message: string) => void;
}

/** Runs as traces, sent from time to time. */
export interface Traces {
  /** Makes a trace of each run of a unit. */
  readonly emit: SyncEventSink;
  /** Makes a trace of one run that belongs to no unit. */
  readonly onRunEvent: (title: RunTitle) => EventSink;
  /** Sends what is still to be sent, within a bound. */
  readonly close: () => Promise<void>;
}

/** So many spans wait to be sent; more are dropped. */
const mostWaiting = 20_000;
/** How long closing may take, in milliseconds. */
const patience = 3000;

/**
 * Sends traces by OTLP over HTTP where the environment names an endpoint; gives undefined, and loads nothing,
 * where it does not.
 */
export async function openTraces(facts: TraceFacts): Promise<Traces | undefined> {
  const settings = traceSettings(facts.env);
  if (settings === undefined) {
    return undefined;
  }
  const [api, { TracerProvider, BatchSpanProcessor }, { resourceFromAttributes }, { OTLPTraceExporter }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/exporter-trace-otlp-http"),
    ]);
  if (settings.fault !== undefined) {
    facts.notice(settings.fault);
  }
  const { url, headers, attributes } = settings;
  const exporter = reporting(new OTLPTraceExporter({ url, headers: { ...headers } }), facts.notice);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.version": facts.version, ...attributes }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: mostWaiting })],
  });
  const tracer = provider.getTracer("converge", facts.version);
  const maker = { api, tracer, context: contextOf(api, settings) };
  return {
    emit: unitSpans(maker),
    onRunEvent: (title) => runHearer(maker, title),
    close: () => within(provider.shutdown(), facts.clock),
  };
}

function contextOf(
  { trace, ROOT_CONTEXT }: Pick<typeof Api, "trace" | "ROOT_CONTEXT">,
  { parent }: TraceSettings,
): SpanMaker["context"] {
  return parent === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

/** The exporter, which says nothing of its failures, and one who does. */
function reporting(exporter: Sdk.SpanExporter, notice: (message: string) => void): Sdk.SpanExporter {
  let reported = "";
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        const reason = result.error?.message ?? "";
        if (reason !== "" && reason !== reported) {
          notice(`traces are not taken: ${reason}`);
        }
        reported = reason;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => {
      await exporter.forceFlush?.();
    },
  };
}

function runHearer(maker: SpanMaker, title: RunTitle): EventSink {
  const spans = new RunSpans(maker, title);
  return (event) => {
    spans.emit(event);
    if (event.type === "finish") {
      spans.end(event.result, event.at);
    }
  };
}

function unitSpans(maker: SpanMaker): SyncEventSink {
  const runs = new Map<string, RunSpans>();
  return (event: SyncEvent) => {
    if (event.type === "runBegun") {
      runs.set(event.run.unit, new RunSpans(maker, titleOf(event.run)));
    } else if (event.type === "apply") {
      runs.get(event.run.unit)?.emit(event.event);
    } else if (event.type === "runEnded") {
      runs.get(event.run.unit)?.end(event.run.result, event.at);
      runs.delete(event.run.unit);
    } else if (event.type === "removed") {
      runs.delete(event.unit);
    }
  };
}

function titleOf({ unit, number, reason, revision, startedAt }: UnitRun): RunTitle {
  return {
    name: "converge sync",
    startedAt,
    attributes: {
      "converge.unit": unit,
      "converge.run.number": number,
      "converge.run.reason": reason,
      "vcs.ref.head.name": revision.ref.replace(/^refs\/(?:heads|tags)\//, ""),
      "vcs.ref.head.revision": revision.commit,
    },
  };
}

/** Whatever becomes of it: what ends us does not wait for those who watch. */
async function within(ending: Promise<void>, clock: Pick<Clock, "after">): Promise<void> {
  const late = Promise.withResolvers<void>();
  const callOff = clock.after(patience, late.resolve);
  await Promise.race([ending.catch(() => {}), late.promise]);
  callOff();
}

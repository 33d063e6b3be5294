import type * as Api from "@opentelemetry/api";
import type * as Sdk from "@opentelemetry/sdk-trace";

import type { EventSink } from "../../apply/model/event.ts";
import type { Clock } from "../../async/clock.ts";
import type { SyncEventSink, SyncEvent } from "../../sync/sync-event.ts";
import type { UnitRun } from "../../sync/unit/unit-state.ts";
import { RunSpans, type RunTitle, type SpanMaker } from "./run-spans.ts";
import { type TraceEnv, type TraceSettings, traceSettings } from "./trace-settings.ts";

/** Options of the trace exporter. */
export interface TracesOptions {
  readonly env: TraceEnv;
  readonly clock: Pick<Clock, "after">;
  /** `0.1.0`. */
  readonly version: string;
  /** Reports why traces are rejected; once per reason. */
  readonly notice: (message: string) => void;
}

/** Runs as traces, exported in batches. */
export interface Traces {
  /** Makes a trace of each run of a unit. */
  readonly emit: SyncEventSink;
  /** Makes a trace of a single run that belongs to no unit. */
  readonly onRunEvent: (title: RunTitle) => EventSink;
  /** Exports the remaining spans within a time limit. */
  readonly close: () => Promise<void>;
}

/** The maximum number of spans in the export queue; more are dropped. */
const mostWaiting = 20_000;
/** The time limit for closing, in milliseconds. */
const patience = 3000;

/**
 * Exports traces by OTLP over HTTP if the environment names an endpoint; otherwise returns undefined and
 * loads nothing.
 */
export async function openTraces(options: TracesOptions): Promise<Traces | undefined> {
  const settings = traceSettings(options.env);
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
    options.notice(settings.fault);
  }
  const { url, headers, attributes } = settings;
  const exporter = reporting(new OTLPTraceExporter({ url, headers: { ...headers } }), options.notice);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.version": options.version, ...attributes }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: mostWaiting })],
  });
  const tracer = provider.getTracer("converge", options.version);
  const maker = { api, tracer, context: contextOf(api, settings) };
  return {
    emit: unitSpans(maker),
    onRunEvent: (title) => onRunEvents(maker, title),
    close: () => within(provider.shutdown(), options.clock),
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

/** Wraps the exporter, which does not report its failures, to report them. */
function reporting(exporter: Sdk.SpanExporter, notice: (message: string) => void): Sdk.SpanExporter {
  let reported = "";
  return {
    export: (spans, done) => {
      exporter.export(spans, (result) => {
        const reason = result.error?.message ?? "";
        if (reason !== "" && reason !== reported) {
          notice(`traces are not accepted: ${reason}`);
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

function onRunEvents(maker: SpanMaker, title: RunTitle): EventSink {
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

/**
 * Waits for the export within the time limit and ignores its failure: our exit does not depend on the
 * collector.
 */
async function within(ending: Promise<void>, clock: Pick<Clock, "after">): Promise<void> {
  const late = Promise.withResolvers<void>();
  const callOff = clock.after(patience, late.resolve);
  await Promise.race([ending.catch(() => {}), late.promise]);
  callOff();
}

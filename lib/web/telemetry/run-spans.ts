import type * as Api from "@opentelemetry/api";

import type { ApplyEvent, Operation, Result, Target } from "../../apply/model/event.ts";

/** Creates spans with the library, which is loaded only if traces are enabled. */
export interface SpanMaker {
  readonly api: Pick<typeof Api, "trace" | "SpanStatusCode">;
  readonly tracer: Api.Tracer;
  /** The parent context of the runs. */
  readonly context: Api.Context;
}

/** A run as it appears in traces. */
export interface RunTitle {
  /** Of low cardinality: `converge sync`. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly attributes: Api.Attributes;
}

type Step = Extract<ApplyEvent, { readonly type: "actuation" | "reconcile" }>;

/** Times of an object in progress. */
interface ObjectTimes {
  readonly since: number;
  written?: number;
  change?: string;
}

/**
 * Kinds that have a name of their own in the semantic conventions
 * (https://opentelemetry.io/docs/specs/semconv/registry/attributes/k8s).
 */
const knownKinds: ReadonlyMap<string, string> = new Map([
  ["apps/Deployment", "deployment"],
  ["apps/StatefulSet", "statefulset"],
  ["apps/DaemonSet", "daemonset"],
  ["apps/ReplicaSet", "replicaset"],
  ["batch/Job", "job"],
  ["batch/CronJob", "cronjob"],
  ["/Pod", "pod"],
  ["/ReplicationController", "replicationcontroller"],
  ["autoscaling/HorizontalPodAutoscaler", "hpa"],
  ["/ResourceQuota", "resourcequota"],
]);

/**
 * The span of one run, with a child span for each object that it changes, waits for or fails at; that span
 * has children of its own for the send and the wait. Unchanged objects have no span, because a full check
 * would drown out everything else.
 */
export class RunSpans {
  readonly #maker: SpanMaker;
  readonly #span: Api.Span;
  readonly #context: Api.Context;
  readonly #objects = new Map<string, ObjectTimes>();

  constructor(maker: SpanMaker, { name, startedAt, attributes }: RunTitle) {
    this.#maker = maker;
    this.#span = maker.tracer.startSpan(name, { startTime: startedAt, attributes }, maker.context);
    this.#context = maker.api.trace.setSpan(maker.context, this.#span);
  }

  /** Handles an event of the run. */
  emit(event: ApplyEvent): void {
    if (event.type === "start") {
      this.#start(event);
    } else if (event.type === "sending") {
      this.#objects.set(keyOf(event), { since: event.at });
    } else if (event.type === "actuation") {
      this.#actuation(event);
    } else if (event.type === "reconcile") {
      this.#reconcile(event);
    } else if (event.type === "retry" || event.type === "notice") {
      const object = event.target === undefined ? {} : { "converge.object": event.target.key };
      this.#span.addEvent(event.type, { message: event.message, ...object }, event.at);
    }
  }

  /** Ends the span of the run. Objects still in progress get no span. */
  end({ verdict, message, outcomes }: Result, at: number): void {
    this.#span.setAttributes({ "converge.run.verdict": verdict, "converge.run.objects": outcomes.length });
    if (verdict !== "converged" && verdict !== "interrupted") {
      this.#span.setStatus({ code: this.#maker.api.SpanStatusCode.ERROR, message: message ?? verdict });
    }
    this.#span.end(at);
    this.#objects.clear();
  }

  #start({ release, namespace, action, objects }: Extract<ApplyEvent, { readonly type: "start" }>): void {
    this.#span.setAttributes({
      "converge.release": release,
      "converge.action": action,
      "converge.run.planned": objects.length,
      "k8s.namespace.name": namespace,
    });
  }

  #actuation(event: Extract<Step, { readonly type: "actuation" }>): void {
    const times = this.#objects.get(keyOf(event)) ?? { since: event.at };
    if (event.state !== "Succeeded") {
      this.#report(event, times);
      return;
    }
    const change = event.change === undefined ? {} : { change: event.change };
    this.#objects.set(keyOf(event), { since: times.since, written: event.at, ...change });
  }

  #reconcile(event: Extract<Step, { readonly type: "reconcile" }>): void {
    const times = this.#objects.get(keyOf(event));
    const isIdle =
      times?.change === "unchanged" && (event.state === "Succeeded" || event.state === "Suspended");
    if (event.state !== "Pending" && times !== undefined && !isIdle) {
      this.#report(event, times);
    } else if (event.state !== "Pending") {
      this.#objects.delete(keyOf(event));
    }
  }

  /** Creates the spans of a finished object. */
  #report(event: Step, { since, written, change }: ObjectTimes): void {
    const { tracer, api } = this.#maker;
    this.#objects.delete(keyOf(event));
    const name = `${event.operation} ${event.target.kind}`;
    const attributes = objectAttributes(event, change);
    const span = tracer.startSpan(name, { startTime: since, attributes }, this.#context);
    const inside = api.trace.setSpan(this.#context, span);
    if (event.operation !== "wait" && event.state !== "Skipped") {
      tracer.startSpan("send", { startTime: since }, inside).end(written ?? event.at);
    }
    if (event.type === "reconcile" && written !== undefined) {
      tracer.startSpan("wait", { startTime: written }, inside).end(event.at);
    }
    if (event.state === "Failed" || event.state === "Timeout") {
      span.setStatus({ code: api.SpanStatusCode.ERROR, message: event.message ?? event.state });
    }
    span.end(event.at);
  }
}

/** The same object may be deleted and applied in one run. */
function keyOf({ target, operation }: { readonly target: Target; readonly operation: Operation }): string {
  return `${operation} ${target.key}`;
}

function objectAttributes(event: Step, change: string | undefined): Api.Attributes {
  const { target, operation, because } = event;
  const known = knownKinds.get(`${target.group}/${target.kind}`);
  return {
    "converge.object": target.key,
    "converge.operation": operation,
    ...(change === undefined ? {} : { "converge.change": change }),
    ...(because === undefined
      ? {}
      : { "converge.because": `${because.on} until ${because.until} (${because.rule})` }),
    [`converge.${event.type}`]: event.state,
    "k8s.object.kind": target.kind,
    ...(target.namespace === "" ? {} : { "k8s.namespace.name": target.namespace }),
    ...(known === undefined ? {} : { [`k8s.${known}.name`]: target.name }),
  };
}

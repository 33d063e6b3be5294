/** The variables of the environment, as they are. */
export type TraceEnv = Readonly<Record<string, string | undefined>>;

/** Where traces go, and what they say of who sends them. */
export interface TraceSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the resource: `service.name` and what the environment adds. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The span that we are part of. */
  readonly parent: TraceParent | undefined;
  /** What of the environment cannot be had, for people. */
  readonly fault: string | undefined;
}

/** A span of somebody else. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/**
 * What the environment says of traces (https://opentelemetry.io/docs/specs/otel/protocol/exporter); undefined
 * where it names no endpoint or wants none: `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` as it is,
 * `OTEL_EXPORTER_OTLP_ENDPOINT` with `/v1/traces` behind it, `OTEL_EXPORTER_OTLP_HEADERS` and
 * `…_TRACES_HEADERS`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_SDK_DISABLED`,
 * `OTEL_TRACES_EXPORTER=none`, `TRACEPARENT`.
 */
export function traceSettings(env: TraceEnv): TraceSettings | undefined {
  const url = endpointOf(env);
  const isOff = env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" || env["OTEL_TRACES_EXPORTER"] === "none";
  if (url === undefined || isOff) {
    return undefined;
  }
  const protocol = env["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] ?? env["OTEL_EXPORTER_OTLP_PROTOCOL"];
  return {
    url,
    headers: {
      ...pairsOf(env["OTEL_EXPORTER_OTLP_HEADERS"]),
      ...pairsOf(env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"]),
    },
    attributes: {
      "service.name": "converge",
      ...pairsOf(env["OTEL_RESOURCE_ATTRIBUTES"]),
      ...(given(env["OTEL_SERVICE_NAME"]) === undefined
        ? {}
        : { "service.name": env["OTEL_SERVICE_NAME"] ?? "" }),
    },
    parent: parseTraceParent(env["TRACEPARENT"]),
    fault:
      protocol === "grpc" ? "traces are sent by HTTP, not by gRPC; the port is 4318 as a rule" : undefined,
  };
}

/** An empty variable is as good as none. */
function given(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}

function endpointOf(env: TraceEnv): string | undefined {
  const all = given(env["OTEL_EXPORTER_OTLP_ENDPOINT"])?.replace(/\/+$/, "");
  return (
    given(env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]) ?? (all === undefined ? undefined : `${all}/v1/traces`)
  );
}

/**
 * `key=value,key=value`, the values encoded as in addresses (https://www.w3.org/TR/baggage/#header-content).
 */
function pairsOf(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = (text ?? "").split(",").flatMap((pair) => {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(at, 0)).trim();
    return name === "" ? [] : [[name, decoded(pair.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01` (https://www.w3.org/TR/trace-context); undefined
 * for what is none.
 */
function parseTraceParent(text: string | undefined): TraceParent | undefined {
  const [, traceId = "", spanId = "", flags = ""] =
    /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(text?.trim() ?? "") ?? [];
  return /^0*$/.test(traceId) || /^0*$/.test(spanId)
    ? undefined
    : { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}

/** The environment variables, unparsed. */
export type TraceEnv = Readonly<Record<string, string | undefined>>;

/** The destination of traces and the attributes of their resource. */
export interface TraceSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Resource attributes: `service.name` and those that the environment adds. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The parent span of this process. */
  readonly parent: TraceParent | undefined;
  /** The part of the environment that is not supported, as a message for users. */
  readonly fault: string | undefined;
}

/** A remote span. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/**
 * Reads the trace settings from the environment (https://opentelemetry.io/docs/specs/otel/protocol/exporter);
 * undefined if it names no endpoint or disables traces: `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` as it is,
 * `OTEL_EXPORTER_OTLP_ENDPOINT` with `/v1/traces` appended, `OTEL_EXPORTER_OTLP_HEADERS` and
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
    fault: protocol === "grpc" ? "traces are sent over HTTP, not gRPC; the port is usually 4318" : undefined,
  };
}

/** Treats an empty variable as unset. */
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
 * Parses `key=value,key=value` with percent-encoded values (https://www.w3.org/TR/baggage/#header-content).
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
 * Parses `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01` (https://www.w3.org/TR/trace-context);
 * returns undefined if it is invalid.
 */
function parseTraceParent(text: string | undefined): TraceParent | undefined {
  const [, traceId = "", spanId = "", flags = ""] =
    /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(text?.trim() ?? "") ?? [];
  return /^0*$/.test(traceId) || /^0*$/.test(spanId)
    ? undefined
    : { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}

/** A request that arrived at the proxy. */
export interface ProxiedRequest {
  /** The ordinal of the request, from 1. */
  readonly number: number;
  /** The ordinal among requests of its method and path, from 1. */
  readonly time: number;
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** The kind of a streaming response: a watch, or a log that is followed. */
  readonly stream?: "watch" | "log";
}

/** The handling of a request by the proxy. All but the first happen in real clusters. */
export type Handling =
  /** It is answered. `answered` is awaited when the server is done, before the response is forwarded. */
  | { readonly type: "pass"; readonly answered?: () => Promise<void> }
  /** Neither server nor client receive anything: the client is dead. */
  | { readonly type: "drop" }
  | { readonly type: "delay"; readonly milliseconds: number }
  /** The proxy responds instead of the server. */
  | { readonly type: "refuse"; readonly status: number; readonly retryAfter?: number }
  /** The connection breaks before the server receives the request. */
  | { readonly type: "reset" }
  | { readonly type: "refuseStream" }
  /** The server asks the client to use another connection; if `processed`, it answers this request first. */
  | { readonly type: "goAway"; readonly processed: boolean }
  /** The server has acted, and its response is lost: with the stream, with the connection, or halfway. */
  | { readonly type: "swallow"; readonly by: "stream" | "connection" | "half" }
  /** A watch or a log that breaks after some time, in order or not. */
  | { readonly type: "cut"; readonly milliseconds: number; readonly inOrder: boolean }
  /** A watch or a log that arrives late. */
  | { readonly type: "lag"; readonly milliseconds: number }
  /** A watch from a resource version that the server has compacted. */
  | { readonly type: "expired"; readonly as: "status" | "event" };

/** Formats a handling in a word or two, for reports. */
export function formatHandling(handling: Handling): string {
  const facts = Object.entries(handling).filter(
    ([name, value]) => name !== "type" && typeof value !== "function",
  );
  return [handling.type, ...facts.map(([name, value]) => `${name} ${value}`)].join(" ");
}

/** Formats a request for reports: `#12 GET /api/v1/namespaces, time 2`. */
export function formatRequest({ number, time, method, path, stream }: ProxiedRequest): string {
  const again = time === 1 ? "" : `, time ${time}`;
  return `#${number} ${stream?.toUpperCase() ?? method} ${path}${again}`;
}

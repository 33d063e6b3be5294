/** A request that has come to the proxy. */
export interface Asked {
  /** The how manieth request it is, from 1. */
  readonly number: number;
  /** The how manieth of its method and path, from 1. */
  readonly time: number;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** What is answered without an end: a watch, or a log that is followed. */
  readonly stream?: "watch" | "log";
}

/** What becomes of a request on its way. All but the first of these happen to real clusters. */
export type Fate =
  /** It is answered. `answered` is awaited once the server is done, before the answer is handed on. */
  | { readonly type: "pass"; readonly answered?: () => Promise<void> }
  /** The server never hears of it, nor does the client hear anything: the client is dead. */
  | { readonly type: "drop" }
  | { readonly type: "delay"; readonly milliseconds: number }
  /** Another answers in the server's place. */
  | { readonly type: "refuse"; readonly status: number; readonly retryAfter?: number }
  /** The connection breaks before the server hears of it. */
  | { readonly type: "reset" }
  | { readonly type: "refuseStream" }
  /** The server asks to use another connection; `processed`: it answers this one first. */
  | { readonly type: "goAway"; readonly processed: boolean }
  /**
   * The server has done it, and the answer is lost with the stream or the whole connection, or in its middle.
   */
  | { readonly type: "swallow"; readonly by: "stream" | "connection" | "half" }
  /** A watch or a log that breaks after some time, in good order or not. */
  | { readonly type: "cut"; readonly milliseconds: number; readonly inOrder: boolean }
  /** A watch or a log whose words come late. */
  | { readonly type: "lag"; readonly milliseconds: number }
  /** A watch from a state that the server has forgotten. */
  | { readonly type: "expired"; readonly as: "status" | "event" };

/** A fate in a word or two, for reports. */
export function formatFate(fate: Fate): string {
  const facts = Object.entries(fate).filter(
    ([name, value]) => name !== "type" && typeof value !== "function",
  );
  return [fate.type, ...facts.map(([name, value]) => `${name} ${value}`)].join(" ");
}

/** A request as reports name it: `#12 GET /api/v1/namespaces, time 2`. */
export function formatAsked({ number, time, method, path, stream }: Asked): string {
  const again = time === 1 ? "" : `, time ${time}`;
  return `#${number} ${stream?.toUpperCase() ?? method} ${path}${again}`;
}

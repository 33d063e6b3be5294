/** Requests to an API server, without a client library in between. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

import type { Access } from "./kubeconfig.ts";

/** An object as the server returns it, a list, or a Status with an error. */
export interface LiveObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation?: number;
    readonly creationTimestamp: string;
    readonly deletionTimestamp?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
    readonly managedFields?: readonly Readonly<Record<string, unknown>>[];
    readonly ownerReferences?: readonly Readonly<Record<string, unknown>>[];
  };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, string>>;
  readonly items?: readonly LiveObject[];
  readonly reason?: string;
  readonly message?: string;
}

/** A response of the server. `object` is the body if it is JSON; logs, for example, are not. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly object: LiveObject | undefined;
  /** The warnings of the server. */
  readonly warnings: readonly string[];
}

/**
 * The type of a request: `PATCH` is a merge patch, `APPLY` a server-side apply, whose path names a
 * `fieldManager`.
 */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "APPLY" | "DELETE";

/**
 * Sends one request and returns the response, whatever its status. A body that is not a text is sent as JSON.
 */
export type Api = (method: Method, path: string, body?: unknown) => Promise<Answer>;

const contentTypes: Readonly<Partial<Record<Method, string>>> = {
  PATCH: "application/merge-patch+json",
  APPLY: "application/apply-patch+yaml",
};

/** Whether an object, absent or present, is in the awaited state. */
export type Wanted = (object: LiveObject | undefined) => boolean;

/**
 * Waits until the object at a path is as wanted, and returns it: one read, then a watch. `undefined` is an
 * absent object. Throws after `seconds` (60), and shows the last state.
 */
export type Until = (path: string, wanted: Wanted, seconds?: number) => Promise<LiveObject | undefined>;

/** Sends requests to one server. Connections stay open, but none of them keeps the process alive. */
export class Client {
  readonly #access: Access;
  readonly #agent: Agent;

  constructor(access: Access) {
    const { ca, cert, key } = access;
    this.#access = access;
    this.#agent = new Agent({ keepAlive: true, ca, cert, key });
  }

  /** Sends one request. See {@link Api}. */
  readonly api: Api = async (method, path, body) => {
    const response = await this.#send(method, path, body);
    const said = await text(response);
    const isJson = response.headers["content-type"]?.startsWith("application/json") === true;
    return {
      status: response.statusCode ?? 0,
      text: said,
      object: isJson ? JSON.parse(said) : undefined,
      warnings: (response.headersDistinct["warning"] ?? []).map(warningText),
    };
  };

  /** Waits for an object. See {@link Until}. */
  readonly until: Until = async (path, wanted, seconds = 60) => {
    const [, collection = "", name = ""] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    let last: LiveObject | undefined;
    for await (const state of this.#states(`${collection}?fieldSelector=metadata.name=${name}`, seconds)) {
      last = state;
      if (wanted(state)) {
        return state;
      }
    }
    throw new Error(`${path} is not as wanted after ${seconds} s: ${JSON.stringify(last?.status ?? last)}`);
  };

  /**
   * Yields all objects of a collection, and again each that changes, until the caller stops or the server
   * ends the watch.
   */
  async *follow(collection: string): AsyncGenerator<LiveObject> {
    const { object: found } = await this.api("GET", collection);
    yield* found?.items ?? [];
    const since = `resourceVersion=${found?.metadata.resourceVersion}`;
    const response = await this.#send("GET", `${collection}?watch=1&${since}`);
    try {
      for await (const line of createInterface(response)) {
        const { object }: WatchEvent = JSON.parse(line);
        yield object;
      }
    } finally {
      response.destroy();
    }
  }

  /** Yields the object that a list selects, and again whenever it changes. */
  async *#states(list: string, seconds: number): AsyncGenerator<LiveObject | undefined> {
    const { object: found } = await this.api("GET", list);
    yield found?.items?.[0];
    const since = `resourceVersion=${found?.metadata.resourceVersion}`;
    const response = await this.#send("GET", `${list}&watch=1&${since}&timeoutSeconds=${seconds}`);
    try {
      for await (const line of createInterface(response)) {
        const { type, object }: WatchEvent = JSON.parse(line);
        yield type === "DELETED" ? undefined : object;
      }
    } finally {
      response.destroy();
    }
  }

  async #send(method: Method, path: string, body?: unknown): Promise<IncomingMessage> {
    const { server, token } = this.#access;
    const outgoing = request(new URL(path, server), {
      method: method === "APPLY" ? "PATCH" : method,
      agent: this.#agent,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": contentTypes[method] ?? "application/json" }),
      },
    });
    outgoing.end(typeof body === "string" ? body : JSON.stringify(body));
    const [response]: IncomingMessage[] = await once(outgoing, "response");
    if (response === undefined) {
      throw new Error(`${method} ${path}: no response`);
    }
    return response;
  }
}

/** The text of a Warning header: `299 - "text"`. */
function warningText(header: string): string {
  return header.replace(/^299 \S+ "(.*)"$/s, "$1").replaceAll(/\\(["\\])/g, "$1");
}

interface WatchEvent {
  readonly type: string;
  readonly object: LiveObject;
}

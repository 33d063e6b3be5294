import { listField, type JsonValue, stringField } from "../object/json.ts";
import { truncate } from "../object/message-text.ts";
import type { Clock, Random } from "../async/clock.ts";
import { RegistryError, TransientError } from "../oci/model/registry-error.ts";
import type { Answer, HttpCall, HttpTransport } from "../oci/transport/http-transport.ts";
import { parseDocument, readBytes } from "../oci/transport/response-body.ts";
import { retry } from "../oci/transport/retry.ts";
import { ForgeError } from "./forge-error.ts";
import { pauseAsked } from "./pause-asked.ts";

/** Dependencies of a client. */
export interface ForgeAccess {
  /** The address of the API, without a slash at its end: `https://api.github.com`. */
  readonly api: URL;
  /** The headers that prove who we are; they are sent to the host of the API alone. */
  readonly proof: Readonly<Record<string, string>>;
  /** The token, which is removed from messages. */
  readonly token: string;
  readonly userAgent: string;
  readonly wire: HttpTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** A request to the API. */
export interface ForgeRequest {
  readonly method: HttpCall["method"];
  /** The path below the address of the API, with its query. */
  readonly path: string;
  readonly body?: JsonValue;
}

/** A document of the API, and whether there is another page of it. */
export interface ForgeAnswer {
  readonly value: JsonValue;
  readonly hasMore: boolean;
}

/** The bytes of an answer: a page of a hundred comments of the longest kind. */
const longestAnswer = 32 * 2 ** 20;
const mostRedirects = 3;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A client of the API of a forge. */
export class ForgeClient {
  readonly #access: ForgeAccess;

  constructor(access: ForgeAccess) {
    this.#access = access;
  }

  /** Sends a request that may be repeated, up to five times. Throws a ForgeError. */
  async ask(request: ForgeRequest): Promise<ForgeAnswer> {
    return this.patiently(() => this.once(request));
  }

  /** Repeats an attempt that throws TransientErrors, up to five times. Throws a ForgeError. */
  async patiently<Done>(attempt: () => Promise<Done>): Promise<Done> {
    const { api, signal } = this.#access;
    try {
      return await retry({ about: api.host, attempt, signal }, this.#access);
    } catch (error) {
      throw error instanceof RegistryError
        ? new ForgeError(error.fault, this.#withoutToken(error.message))
        : error;
    }
  }

  /** Sends a request once. Throws a TransientError if it may succeed later, else a ForgeError. */
  async once(request: ForgeRequest): Promise<ForgeAnswer> {
    const answer = await this.#follow(request);
    const { status, headers } = answer;
    if (status >= 200 && status < 300) {
      const bytes = await readBytes(answer, longestAnswer, this.#access.api.host);
      const next = headers["x-next-page"] ?? "";
      const link = String(headers["link"] ?? "");
      const hasMore = next !== "" || /;\s*rel="?next"?/.test(link);
      return { value: bytes.length === 0 ? null : parseDocument(bytes, this.#access.api.host), hasMore };
    }
    throw await this.#refusal(answer, request);
  }

  /** Follows redirects on the same server: a repository may have another name now. */
  async #follow({ method, path, body }: ForgeRequest): Promise<Answer> {
    const { api, proof, userAgent, wire, signal } = this.#access;
    const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      accept: "application/json",
      "user-agent": userAgent,
      ...proof,
      ...(sent && { "content-type": "application/json" }),
    };
    let url = new URL(api.href.replace(/\/$/, "") + path);
    for (let step = 0; step <= mostRedirects; step += 1) {
      const answer = await wire({ method, url, headers, body: sent, signal });
      const { location } = answer.headers;
      if (!redirects.has(answer.status) || location === undefined) {
        return answer;
      }
      answer.discard();
      url = this.#target(location, url, { method, status: answer.status });
    }
    throw new ForgeError("refused", `${api.host} redirects too many times`);
  }

  #target(location: string, from: URL, { method, status }: { method: string; status: number }): URL {
    const { api } = this.#access;
    const url = URL.parse(location, from.href);
    if (url?.origin !== api.origin || url.username + url.password !== "") {
      throw new ForgeError(
        "refused",
        `${api.host} redirects to another server, which the token is not for: set the address of the API to the final one`,
      );
    }
    if (method !== "GET" && status < 307) {
      throw new ForgeError(
        "refused",
        `${api.host} redirects (${status}): name the repository as it is called now`,
      );
    }
    return url;
  }

  async #refusal(answer: Answer, { method }: ForgeRequest): Promise<Error> {
    const { status, headers } = answer;
    const { api, clock } = this.#access;
    const words = await this.#words(answer);
    const pause = pauseAsked(status, headers, clock.now());
    if (pause === "too long") {
      return new ForgeError(
        "unreachable",
        `${api.host} limits the rate of requests for longer than a minute`,
      );
    }
    const fact = `${api.host} answered ${status} to ${method}${words}`;
    if (pause !== undefined || status >= 500) {
      return new TransientError(fact, { retryAfter: pause });
    }
    return new ForgeError(faultOf(status), `${fact}${remedyOf(status)}`, status);
  }

  /** Returns the message of an answer, in brackets. */
  async #words(answer: Answer): Promise<string> {
    try {
      const value = parseDocument(await readBytes(answer, 65_536, ""), "");
      const [first] = listField(value, "message");
      const said = stringField(value, "message") ?? stringField(value, "error") ?? first ?? "";
      const shown = typeof said === "string" ? this.#withoutToken(said) : "";
      return shown === "" ? "" : ` (${truncate(shown.replaceAll(/\s+/g, " "), 200)})`;
    } catch {
      answer.discard();
      return "";
    }
  }

  #withoutToken(text: string): string {
    return text.replaceAll(this.#access.token, "***");
  }
}

function faultOf(status: number): ForgeError["fault"] {
  if (status === 401 || status === 403) {
    return "denied";
  }
  return status === 404 ? "missing" : "refused";
}

function remedyOf(status: number): string {
  const remedies: ReadonlyMap<number, string> = new Map([
    [401, ": the token is not accepted"],
    [403, ": the token may not do that; it needs to read and write comments of pull requests"],
    [404, ": check the repository and the number, and what the token may read"],
  ]);
  return remedies.get(status) ?? "";
}

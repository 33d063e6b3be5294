import type { Authorizer, RegistryScope } from "../access/authorizer.ts";
import { RegistryError, TransientError } from "../model/registry-error.ts";
import { refusalWords } from "./response-body.ts";
import { retry, type RetryClock } from "./retry.ts";
import type { Answer, HttpCall, HttpTransport } from "./http-transport.ts";

/** A request to the registry, before authentication. */
export interface RegistryRequest {
  readonly method: HttpCall["method"];
  /** A path with its query, or a URL from the registry itself. */
  readonly target: string;
  readonly scope: RegistryScope;
  /** The image or repository that is requested, for messages. */
  readonly about: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

/** A client of one registry. */
export interface RegistryClient {
  /**
   * One attempt. Returns only 2xx responses. Throws TransientError, or a RegistryError according to the
   * status.
   */
  readonly send: (request: RegistryRequest) => Promise<Answer>;
  /** Retries as needed. `use` is part of each attempt, because reading the response may fail too. */
  readonly ask: <T>(request: RegistryRequest, use: (answer: Answer) => Promise<T>) => Promise<T>;
  readonly patience: RetryClock;
}

/** Dependencies of a registry client. */
export interface RegistryClientOptions {
  /** `https://registry.example.com`. */
  readonly origin: URL;
  readonly userAgent: string;
  readonly wire: HttpTransport;
  readonly authorizer: Authorizer;
  readonly patience: RetryClock;
}

const mostRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Opens a client. It connects with the first request. */
export function openClient(options: RegistryClientOptions): RegistryClient {
  const sendOnce = (request: RegistryRequest): Promise<Answer> => send(request, options);
  const ask = <T>(request: RegistryRequest, use: (answer: Answer) => Promise<T>): Promise<T> => {
    const { about, signal } = request;
    const attempt = async (): Promise<T> => use(await sendOnce(request));
    return retry({ about, attempt, signal }, options.patience);
  };
  return { send: sendOnce, ask, patience: options.patience };
}

async function send(request: RegistryRequest, options: RegistryClientOptions): Promise<Answer> {
  const { authorizer } = options;
  const known = authorizer.known(request.scope);
  const first = await follow(request, known, options);
  if (first.status !== 401) {
    return accept(first, request);
  }
  const challenge = first.headers["www-authenticate"] ?? "";
  first.discard();
  const proof = await named(request, () => authorizer.answer(challenge, request.scope, request.signal));
  return accept(await follow(request, proof, options), request);
}

/** Adds the name of the requested image to a RegistryError about credentials. */
async function named<T>({ about }: RegistryRequest, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof RegistryError
      ? new RegistryError(error.fault, `${about}: ${error.message}`, error.lacks)
      : error;
  }
}

/** Follows redirects. Credentials are sent to the registry itself and to no other host, port or scheme. */
async function follow(
  request: RegistryRequest,
  proof: string | undefined,
  { origin, userAgent, wire }: RegistryClientOptions,
): Promise<Answer> {
  const { method, body, signal } = request;
  let url = targetOf(request.target, origin, request);
  for (let step = 0; step <= mostRedirects; step += 1) {
    const own = proof !== undefined && url.origin === origin.origin ? { authorization: proof } : {};
    const headers = { ...request.headers, "user-agent": userAgent, ...own };
    const answer = await wire({ method, url, headers, body, signal });
    const location = answer.headers.location;
    if (location === undefined || !mayFollow(answer, method)) {
      return answer;
    }
    answer.discard();
    url = targetOf(location, url, request);
  }
  throw new RegistryError("refused", `${request.about}: ${origin.host} redirects too many times`);
}

/** Reports whether to follow a redirect: a request with a body only on 307 and above. */
function mayFollow({ status }: Answer, method: HttpCall["method"]): boolean {
  return redirects.has(status) && (status >= 307 || method === "GET" || method === "HEAD");
}

function targetOf(target: string, base: URL, { about }: RegistryRequest): URL {
  const url = URL.parse(target, base.href);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username + url.password !== "") {
    throw new RegistryError("refused", `${about}: ${base.host} redirects to an invalid address`);
  }
  if (url.protocol === "http:" && base.protocol === "https:") {
    throw new RegistryError("refused", `${about}: ${base.host} redirects from https to plain http`);
  }
  return url;
}

async function accept(answer: Answer, { about, method }: RegistryRequest): Promise<Answer> {
  const { status } = answer;
  if (status >= 200 && status < 300) {
    return answer;
  }
  if (status === 429 || status >= 500) {
    answer.discard();
    const retryAfter = Number(answer.headers["retry-after"]) * 1000;
    throw new TransientError(`the registry answered ${status}`, {
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    });
  }
  const words = method === "HEAD" ? "" : await refusalWords(answer);
  answer.discard();
  throw new RegistryError(
    faultOf(status),
    `${about}: ${meaningOf(status)}${words === "" ? "" : ` (${words})`}`,
  );
}

function faultOf(status: number): RegistryError["fault"] {
  if (status === 401 || status === 403) {
    return "denied";
  }
  return status === 404 ? "missing" : "refused";
}

function meaningOf(status: number): string {
  const meanings: ReadonlyMap<number, string> = new Map([
    [401, "the registry rejects these credentials"],
    [403, "the registry denies access"],
    [404, "not found in the registry"],
  ]);
  return meanings.get(status) ?? `the registry answered ${status}`;
}

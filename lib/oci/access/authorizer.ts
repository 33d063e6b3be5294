import type { Clock } from "../../async/clock.ts";
import { field, type JsonValue, stringField } from "../../object/json.ts";
import { RegistryError, TransientError } from "../model/registry-error.ts";
import { parseDocument, readBytes } from "../transport/response-body.ts";
import type { Answer, HttpCall, HttpTransport } from "../transport/http-transport.ts";
import { type Challenge, parseChallenges } from "./challenge.ts";
import type { RegistryCredentials } from "./docker-credentials.ts";

/** The scope of a request, in the syntax of token servers: `repository:modules/echo:pull`. */
export type RegistryScope = string;

/** Answers the authentication challenges of a registry, and caches the answers. */
export interface Authorizer {
  /** The header that was accepted for the scope before; undefined if there is none or it has expired. */
  readonly known: (scope: RegistryScope) => string | undefined;
  /**
   * Returns the header that answers `WWW-Authenticate`. Throws RegistryError `denied` if there is no answer,
   * TransientError if the token server fails.
   */
  readonly answer: (header: string, scope: RegistryScope, signal: AbortSignal) => Promise<string>;
}

/** Dependencies of an authorizer. */
export interface AuthorizerOptions {
  readonly host: string;
  readonly credentials: RegistryCredentials;
  /** Whether a token server may be used over plain http: only if the registry is. */
  readonly plainAllowed: boolean;
  readonly wire: HttpTransport;
  readonly clock: Clock;
}

interface Remembered {
  readonly header: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Lifetime of tokens that specify none, in seconds: the minimum that servers may give. */
const usualSeconds = 60;
/** A token is renewed this many milliseconds before it expires, so that it does not expire in transit. */
const margin = 10_000;
const longestToken = 65_536;

/** Opens the authorizer of one registry. */
export function openAuthorizer(facts: AuthorizerOptions): Authorizer {
  const remembered = new Map<RegistryScope, Remembered>();
  return {
    known: (scope) => {
      const found = remembered.get(scope);
      return found !== undefined && found.until > facts.clock.now() ? found.header : undefined;
    },
    answer: async (header, scope, signal) => {
      const found = await answerChallenge(header, { facts, scope, signal });
      remembered.set(scope, found);
      return found.header;
    },
  };
}

interface Question {
  readonly facts: AuthorizerOptions;
  readonly scope: RegistryScope;
  readonly signal: AbortSignal;
}

async function answerChallenge(header: string, question: Question): Promise<Remembered> {
  const { credentials, host } = question.facts;
  const challenges = parseChallenges(header);
  const bearer = challenges.find(({ scheme }) => scheme === "bearer");
  if (bearer !== undefined && credentials.kind === "registry") {
    return { header: `Bearer ${headerText(credentials.token, host)}`, until: Infinity };
  }
  if (bearer !== undefined) {
    return askForToken(bearer, question);
  }
  if (challenges.some(({ scheme }) => scheme === "basic") && credentials.kind === "password") {
    return { header: basic(credentials.user, credentials.password), until: Infinity };
  }
  throw new RegistryError("denied", `${host} requires credentials, and none that it accepts are configured`);
}

async function askForToken(challenge: Challenge, question: Question): Promise<Remembered> {
  const { facts, signal } = question;
  const realm = realmOf(challenge, facts);
  const about = `the token server ${realm.host}`;
  const answer = await facts.wire(tokenCall(realm, challenge, question));
  refuse(answer, about);
  const document = parseDocument(await readBytes(answer, longestToken, about), about);
  signal.throwIfAborted();
  const token = stringField(document, "token") ?? stringField(document, "access_token") ?? "";
  if (token === "") {
    throw new RegistryError("denied", `${about} returned no token`);
  }
  return {
    header: `Bearer ${headerText(token, realm.host)}`,
    until: facts.clock.now() + secondsOf(document) * 1000 - margin,
  };
}

function secondsOf(document: JsonValue): number {
  const seconds = field(document, "expires_in");
  return typeof seconds === "number" && seconds > 0 ? Math.min(seconds, 86_400) : usualSeconds;
}

function realmOf(challenge: Challenge, { host, plainAllowed }: AuthorizerOptions): URL {
  const text = challenge.parameters.get("realm") ?? "";
  const realm = URL.parse(text);
  const schemes = plainAllowed ? ["https:", "http:"] : ["https:"];
  if (realm === null || !schemes.includes(realm.protocol) || realm.username + realm.password !== "") {
    throw new RegistryError("denied", `${host} names no token server with an https address`);
  }
  return realm;
}

/**
 * A refresh token is exchanged by POST (OAuth 2); all other credentials request a token by GET, with or
 * without a password.
 */
function tokenCall(realm: URL, challenge: Challenge, { facts, scope, signal }: Question): HttpCall {
  const { credentials } = facts;
  const service = challenge.parameters.get("service");
  const words = { ...(service === undefined ? {} : { service }), scope };
  if (credentials.kind === "identity") {
    const grant = { grant_type: "refresh_token", refresh_token: credentials.token, client_id: "converge" };
    const body = new TextEncoder().encode(new URLSearchParams({ ...words, ...grant }).toString());
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return { method: "POST", url: realm, headers, body, signal };
  }
  const url = new URL(realm);
  for (const [name, value] of Object.entries(words)) {
    url.searchParams.set(name, value);
  }
  const proof =
    credentials.kind === "password" ? { authorization: basic(credentials.user, credentials.password) } : {};
  return { method: "GET", url, headers: proof, signal };
}

function refuse({ status, discard }: Answer, about: string): void {
  if (status === 200) {
    return;
  }
  discard();
  if (status === 429 || status >= 500) {
    throw new TransientError(`${about} answered ${status}`);
  }
  throw new RegistryError("denied", `${about} refused the credentials: it answered ${status}`);
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/**
 * Validates a token for use in a header: one with characters that could end the header is refused without
 * being shown.
 */
function headerText(token: string, host: string): string {
  if (!/^[\x21-\x7E]+$/.test(token)) {
    throw new RegistryError(
      "denied",
      `the token for ${host} has characters that are not allowed in a header`,
    );
  }
  return token;
}

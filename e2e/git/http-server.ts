/** A real git server over http and https: git's own http-backend, run as CGI by a server of the test. */
import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";

import type { ExecutionContext } from "ava";

import { keepListening } from "./lasting-port.ts";
import { plainEnv } from "./run-program.ts";

/** The required credentials; none if undefined. */
export type Admission =
  | { readonly user?: string; readonly password: string }
  | { readonly bearerToken: string }
  | undefined;

/** A request as it arrived. */
export interface ArrivedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly authorization: string | undefined;
}

/** A response instead of git's: a redirect, a status, or none for a while. */
export type ResponseOverride =
  | { readonly redirect: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly wait: Promise<unknown> };

/** A server on the loopback. */
export interface GitHttpServer {
  /** `https://localhost:PORT`, where `/shop.git` is the repository `shop.git` of the root. */
  readonly origin: string;
  readonly port: number;
  /** All requests since the start, in the order in which they arrived. */
  readonly requests: readonly ArrivedRequest[];
  /** Changes the required credentials. */
  readonly admit: (admission: Admission) => void;
  /** Sets a function that may replace responses; undefined leaves a request to git. */
  readonly override: (override: (request: ArrivedRequest) => ResponseOverride | undefined) => void;
  /** Refuses connections, and breaks open ones. */
  readonly stop: () => Promise<void>;
  /** Listens on its port again. */
  readonly start: () => Promise<void>;
}

/** The options of a server. */
export interface HttpSetup {
  /** The folder of the repositories. */
  readonly root: string;
  readonly admission?: Admission;
  /** A certificate for `localhost`; plain http if absent. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** Starts a server, which ends with the test. */
export async function startGitHttpServer(
  t: Pick<ExecutionContext, "teardown">,
  { root, admission, tls }: HttpSetup,
): Promise<GitHttpServer> {
  const requests: ArrivedRequest[] = [];
  let admitted = admission;
  let overrideOf: ((request: ArrivedRequest) => ResponseOverride | undefined) | undefined;
  const answer: RequestListener = (request, response) => {
    const arrived = arrivedOf(request);
    requests.push(arrived);
    const override = overrideOf?.(arrived);
    const serve = (): void => {
      if (isAdmitted(arrived, admitted)) {
        runBackend(request, response, root);
      } else {
        request.resume();
        response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
      }
    };
    respond(override, { request, response, serve });
  };
  const server = tls === undefined ? createServer(answer) : createSecureServer(tls, answer);
  const { port, start, stop } = await keepListening(t, server);
  return {
    origin: `${tls === undefined ? "http" : "https"}://localhost:${port}`,
    port,
    requests,
    start,
    stop,
    admit: (next) => {
      admitted = next;
    },
    override: (next) => {
      overrideOf = next;
    },
  };
}

function arrivedOf({ method = "", url = "", headers }: IncomingMessage): ArrivedRequest {
  return { method, path: url, authorization: headers.authorization };
}

function isAdmitted({ authorization = "" }: ArrivedRequest, admission: Admission): boolean {
  if (admission === undefined) {
    return true;
  }
  if ("bearerToken" in admission) {
    return authorization === `Bearer ${admission.bearerToken}`;
  }
  const given = Buffer.from(authorization.replace(/^Basic /, ""), "base64").toString();
  const { user, password } = admission;
  return given.endsWith(`:${password}`) && given.startsWith(user === undefined ? "" : `${user}:`);
}

interface PendingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly serve: () => void;
}

function respond(override: ResponseOverride | undefined, { request, response, serve }: PendingRequest): void {
  if (override === undefined) {
    serve();
  } else if ("wait" in override) {
    void override.wait.then(serve);
  } else {
    const { status, headers } =
      "redirect" in override ? { status: 302, headers: { location: override.redirect } } : override;
    request.resume();
    response.writeHead(status, headers).end();
  }
}

/** Runs the backend as a CGI program (RFC 3875), with the request in its environment and standard input. */
function runBackend(request: IncomingMessage, response: ServerResponse, root: string): void {
  const url = new URL(request.url ?? "/", "http://localhost");
  const { headers } = request;
  const env = {
    ...plainEnv,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: "1",
    REQUEST_METHOD: request.method ?? "GET",
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: headers["content-type"] ?? "",
    HTTP_CONTENT_ENCODING: headers["content-encoding"] ?? "",
    GIT_PROTOCOL: String(headers["git-protocol"] ?? ""),
    ...(headers["content-length"] === undefined ? {} : { CONTENT_LENGTH: headers["content-length"] }),
  };
  const child = spawn("git", ["http-backend"], { env, stdio: ["pipe", "pipe", "ignore"] });
  child.on("error", () => response.destroy());
  child.stdin.on("error", () => {});
  response.on("close", () => child.kill());
  request.pipe(child.stdin);
  let head: Buffer | undefined = Buffer.alloc(0);
  child.stdout.on("data", (piece: Buffer) => {
    if (head === undefined) {
      response.write(piece);
      return;
    }
    head = Buffer.concat([head, piece]);
    const end = head.indexOf("\r\n\r\n");
    if (end >= 0) {
      openResponse(response, head.toString("latin1", 0, end));
      response.write(head.subarray(end + 4));
      head = undefined;
    }
  });
  child.stdout.on("end", () => response.end());
}

function openResponse(response: ServerResponse, head: string): void {
  const lines = head.split("\r\n").map((line) => line.split(/: */, 2));
  const status = lines.find(([name]) => name === "Status")?.[1] ?? "200";
  const headers = lines.flatMap(([name = "", value = ""]) => (name === "Status" ? [] : [name, value]));
  response.writeHead(Number.parseInt(status, 10), headers);
}

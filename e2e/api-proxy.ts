import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Agent, request as forward } from "node:https";
import { once } from "node:events";
import type { Socket } from "node:net";

import type { ExecutionContext } from "ava";

import type { Access } from "../lib/client/model/access.ts";
import { dialLoopback } from "../fixtures/loopback-server.ts";
import type { TestCluster } from "./control-plane/test-cluster.ts";
import { accessBy } from "./open-test-cluster.ts";

/** The handling of a request: another path, a response of the proxy instead of the server's, or none. */
export interface ProxyBehaviour {
  readonly path?: string;
  readonly answer?: { readonly status: number; readonly headers?: Readonly<Record<string, string>> };
}

/**
 * A proxy in front of the API server, over plain HTTP/1.1 and with the administrator's token, as `kubectl
 * proxy`.
 */
export interface ApiProxy {
  readonly access: Access;
  /** Changes the handling of each request from now on. */
  readonly change: (behaviour: (path: string) => ProxyBehaviour) => void;
  /** Breaks all connections. */
  readonly cut: () => void;
  /** Holds back the events of all watches, until the returned function is called. */
  readonly holdWatches: () => () => void;
  /** The requested paths. */
  readonly asked: readonly string[];
}

function unchanged(_path: string): ProxyBehaviour {
  return {};
}

/** Starts a proxy without faults. */
export async function startApiProxy(t: ExecutionContext, plane: TestCluster): Promise<ApiProxy> {
  const agent = new Agent({ keepAlive: true, ca: plane.ca });
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const lock = new Lock();
  let behaviour = unchanged;
  const server = createServer((request, response) => {
    const asking = request.url ?? "";
    asked.push(asking);
    const { path = asking, answer } = behaviour(asking);
    if (answer === undefined) {
      pass(request, response, {
        url: new URL(path, plane.server),
        agent,
        token: plane.adminToken,
        lock: path.includes("watch=true") ? lock : undefined,
      });
    } else {
      request.resume();
      response.writeHead(answer.status, answer.headers).end();
    }
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listen(server);
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  t.teardown(() => {
    server.close();
    cut();
    agent.destroy();
  });
  const access = await accessTo(port, plane);
  const change: ApiProxy["change"] = (next) => {
    behaviour = next;
  };
  return { access, change, cut, asked, holdWatches: () => lock.shut() };
}

async function accessTo(port: number, plane: TestCluster): Promise<Access> {
  const dial = async (): Promise<Socket> => dialLoopback(port);
  return { ...(await accessBy(plane.kubeconfig)), server: `http://127.0.0.1:${port}`, dial };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

interface Way {
  readonly url: URL;
  readonly agent: Agent;
  readonly token: string | undefined;
  /** The lock that holds the response back. */
  readonly lock: Lock | undefined;
}

/** A lock that lets streams through while it is open. */
class Lock {
  readonly #flows = new Map<IncomingMessage, ServerResponse>();
  #isShut = false;

  let(incoming: IncomingMessage, response: ServerResponse): void {
    this.#flows.set(incoming, response);
    incoming.on("close", () => this.#flows.delete(incoming));
    if (!this.#isShut) {
      incoming.pipe(response);
    }
  }

  /** Closes it; returns the function that opens it. */
  shut(): () => void {
    this.#isShut = true;
    for (const [incoming, response] of this.#flows) {
      incoming.unpipe(response);
      incoming.pause();
    }
    return () => {
      this.#isShut = false;
      for (const [incoming, response] of this.#flows) {
        incoming.pipe(response);
      }
    };
  }
}

function pass(request: IncomingMessage, response: ServerResponse, { url, agent, token, lock }: Way): void {
  const { method } = request;
  const headers = { ...request.headers, host: url.host, authorization: `Bearer ${token}` };
  const outgoing = forward(url, { method, headers, agent }, (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    response.flushHeaders();
    incoming.on("error", () => response.destroy());
    if (lock === undefined) {
      incoming.pipe(response);
    } else {
      lock.let(incoming, response);
    }
  });
  outgoing.on("error", () => response.destroy());
  response.on("close", () => outgoing.destroy());
  request.pipe(outgoing);
}

/** A proxy for CONNECT tunnels, as in corporate networks. */
import { createServer } from "node:http";
import { connect } from "node:net";

import type { ExecutionContext } from "ava";

import { keepListening } from "./lasting-port.ts";

/** A proxy on the loopback. */
export interface ConnectProxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The targets of tunnels, `host:port`. */
  readonly asked: readonly string[];
  /** Credentials for git servers that were sent to the proxy, which should not see them. */
  readonly leakedCredentials: readonly string[];
}

const unknown =
  'HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm="proxy"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/**
 * Starts a proxy that resolves every name to the loopback and requires these credentials, `user:password`, if
 * given.
 */
export async function startConnectProxy(t: ExecutionContext, credentials?: string): Promise<ConnectProxy> {
  const asked: string[] = [];
  const leakedCredentials: string[] = [];
  const server = createServer((_request, response) => response.writeHead(405).end());
  const wanted = `Basic ${Buffer.from(credentials ?? "").toString("base64")}`;
  server.on("connect", (request, socket) => {
    socket.on("error", () => {});
    if (credentials !== undefined && request.headers["proxy-authorization"] !== wanted) {
      socket.end(unknown);
      return;
    }
    asked.push(request.url ?? "");
    leakedCredentials.push(...[request.headers.authorization ?? []].flat());
    const port = Number(request.url?.split(":").at(-1));
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Fine\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("close", () => onward.destroy());
  });
  const { port } = await keepListening(t, server);
  return { url: `http://127.0.0.1:${port}`, asked, leakedCredentials };
}

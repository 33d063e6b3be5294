import type { Socket } from "node:net";

import type { Connecting } from "./connection-attempt.ts";
import { TunnelRefused } from "./dial-error.ts";
import type { Proxy } from "./proxy.ts";
import type { ServerAddress } from "./server-address.ts";

/** A connection to a proxy, and the target to reach through it. */
interface Tunnel {
  readonly proxy: Proxy;
  readonly server: ServerAddress;
  readonly connecting: Connecting;
}

/**
 * Requests a tunnel to the server over a connection to a proxy; the proxy resolves the server's name, as in
 * Go. Throws TunnelRefused if it refuses.
 */
export async function openTunnel(socket: Socket, tunnel: Tunnel): Promise<Socket> {
  return tunnel.proxy.scheme === "socks5" ? throughSocks(socket, tunnel) : throughConnect(socket, tunnel);
}

async function throughConnect(socket: Socket, { proxy, server, connecting }: Tunnel): Promise<Socket> {
  const { request } = await import("node:http");
  const authority = `${server.host.includes(":") ? `[${server.host}]` : server.host}:${server.port}`;
  const credentials = Buffer.from(`${proxy.user}:${proxy.password}`).toString("base64");
  const asked = request({
    createConnection: () => socket,
    method: "CONNECT",
    path: authority,
    setHost: false,
    headers: {
      host: authority,
      ...(proxy.user + proxy.password === "" ? {} : { "proxy-authorization": `Basic ${credentials}` }),
    },
  });
  const answered = new Promise<void>((resolve, reject) => {
    asked.on("error", reject);
    asked.on("connect", (answer, _socket, head) => {
      if (answer.statusCode === 200) {
        socket.unshift(head);
        resolve();
      } else {
        reject(
          new TunnelRefused(refusal(answer.statusCode ?? 0, { authority, said: answer.statusMessage ?? "" })),
        );
      }
    });
  });
  asked.end();
  await connecting.within(answered);
  return socket;
}

function refusal(
  status: number,
  { authority, said }: { readonly authority: string; readonly said: string },
): string {
  const remedy = status === 407 ? "; give it as http://USER:PASSWORD@…" : "";
  return `does not connect to ${authority}: ${status} ${said.slice(0, 100)}`.trimEnd() + remedy;
}

async function throughSocks(socket: Socket, { proxy, server, connecting }: Tunnel): Promise<Socket> {
  const { SocksClient } = await import("socks");
  const account = proxy.user + proxy.password === "" ? {} : { userId: proxy.user, password: proxy.password };
  const established = SocksClient.createConnection({
    command: "connect",
    existing_socket: socket,
    proxy: { host: proxy.host, port: proxy.port, type: 5, ...account },
    destination: { host: server.host, port: server.port },
    // Our own timeout applies; the library's must only not fire first.
    timeout: 60_000,
  });
  try {
    const { socket: tunnel } = await connecting.within(established);
    return tunnel;
  } catch (error) {
    // The library's error carries its options, including the password: only the message is passed on.
    if (error instanceof Error && error.constructor.name === "SocksClientError") {
      throw new TunnelRefused(`does not connect to ${server.host}:${server.port}: ${error.message}`);
    }
    throw error;
  }
}

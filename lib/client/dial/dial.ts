import { connect, isIP, type Socket } from "node:net";
import type { SecureContext, TLSSocket } from "node:tls";

import type { Clock } from "../../async/clock.ts";
import type { Credentials } from "../model/access.ts";
import { AccessError, UnreachableError } from "../model/api-error.ts";
import type { ClusterSettings } from "../kubeconfig/cluster-settings.ts";
import { startConnecting, type Connecting } from "./connection-attempt.ts";
import { dialFault, type Hop } from "./dial-error.ts";
import type { Proxy } from "./proxy.ts";
import type { TlsContexts } from "./tls-contexts.ts";
import { openTunnel } from "./tunnel.ts";

/** The route to a server: the part that all connections share. */
export interface DialRoute {
  readonly cluster: ClusterSettings;
  readonly proxy: Proxy | undefined;
  readonly contexts: TlsContexts;
  readonly clock: Clock;
}

/** Options of a connection. */
interface Wanted {
  readonly credentials: Credentials;
  readonly alpn: readonly string[];
}

/** One attempt: its timer, and the hop it has reached, for the message when it fails. */
interface Attempt {
  readonly route: DialRoute;
  readonly connecting: Connecting;
  hop: Hop;
}

/**
 * Opens a connection, TLS included. Throws an UnreachableError or AccessError with a one-line message if that
 * fails.
 */
export async function dial(route: DialRoute, wanted: Wanted): Promise<Socket | TLSSocket> {
  const { server } = route.cluster;
  const connecting = startConnecting(route.clock);
  const attempt: Attempt = {
    route,
    connecting,
    hop: {
      name: server.url,
      host: server.host,
      step: "connecting",
      hasAuthority: route.cluster.authority !== undefined,
    },
  };
  try {
    const raw = await (route.proxy === undefined
      ? open(server, connecting)
      : openThrough(route.proxy, attempt));
    return server.isSecure ? await secureServer(raw, { attempt, wanted }) : raw;
  } catch (error) {
    connecting.abandon();
    if (error instanceof AccessError || error instanceof UnreachableError) {
      throw error;
    }
    throw dialFault(error, attempt.hop);
  } finally {
    connecting.settle();
  }
}

async function open(
  { host, port }: { readonly host: string; readonly port: number },
  connecting: Connecting,
): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 });
  await connecting.reach(socket, "connect");
  return socket;
}

async function openThrough(proxy: Proxy, attempt: Attempt): Promise<Socket> {
  const { route, connecting } = attempt;
  const { hop } = attempt;
  const isMoreTrusted = { hasAuthority: false, host: proxy.host, name: `the proxy ${proxy.shown}` };
  attempt.hop = { ...isMoreTrusted, step: "connecting" };
  let socket = await open(proxy, connecting);
  if (proxy.scheme === "https") {
    attempt.hop = { ...isMoreTrusted, step: "TLS handshake" };
    const context = await route.contexts.proxy();
    socket = await secure(socket, { attempt, context, name: proxy.host, alpn: ["http/1.1"] });
  }
  attempt.hop = { ...isMoreTrusted, step: "asking the proxy" };
  const tunnel = await openTunnel(socket, { proxy, server: route.cluster.server, connecting });
  attempt.hop = hop;
  return tunnel;
}

async function secureServer(
  socket: Socket,
  { attempt, wanted }: { readonly attempt: Attempt; readonly wanted: Wanted },
): Promise<TLSSocket> {
  const { cluster, contexts } = attempt.route;
  const name = cluster.tlsServerName || cluster.server.host;
  attempt.hop = { ...attempt.hop, host: name, step: "TLS handshake" };
  const context = await contexts.server(wanted.credentials.certificate);
  return secure(socket, { attempt, context, name, alpn: wanted.alpn });
}

/** Options of a TLS handshake. */
interface Handshake {
  readonly attempt: Attempt;
  readonly context: SecureContext;
  /** The name the certificate of the peer must hold. */
  readonly name: string;
  readonly alpn: readonly string[];
}

async function secure(socket: Socket, { attempt, context, name, alpn }: Handshake): Promise<TLSSocket> {
  const tls = await import("node:tls");
  const secured = tls.connect({
    socket,
    secureContext: context,
    // An IP address is not a valid server name (RFC 6066), yet the certificate must hold it.
    servername: isIP(name) === 0 ? name : "",
    checkServerIdentity: (_, certificate) => tls.checkServerIdentity(name, certificate),
    rejectUnauthorized: !attempt.route.cluster.isUnchecked,
    ...(alpn.length === 0 ? {} : { ALPNProtocols: [...alpn] }),
  });
  await attempt.connecting.reach(secured, "secureConnect");
  return secured;
}

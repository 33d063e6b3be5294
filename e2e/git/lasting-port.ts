import { once } from "node:events";
import type { Server, Socket } from "node:net";

import type { ExecutionContext } from "ava";

import { reservePort } from "../control-plane/reserve-port.ts";

/** A loopback port that a server can stop listening on and return to. */
export interface LastingPort {
  readonly port: number;
  /** Refuses connections, and breaks open ones. */
  readonly stop: () => Promise<void>;
  /** Listens again. */
  readonly start: () => Promise<void>;
}

/** Makes a server listen on a free port until the test ends. */
export async function keepListening(
  t: Pick<ExecutionContext, "teardown">,
  server: Server,
): Promise<LastingPort> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await reservePort();
  const start: LastingPort["start"] = async () => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  const stop: LastingPort["stop"] = async () => {
    if (server.listening) {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
      await closed;
    }
  };
  await start();
  t.teardown(stop);
  return { port, start, stop };
}

import type { Socket } from "node:net";

import type { Clock } from "../../async/clock.ts";

/** The timeout of a connection, proxy and TLS included, in milliseconds. */
const patience = 15_000;

/** A connection being established: the sockets it has opened, and its timeout. */
export interface Connecting {
  /** Waits for an event of a socket; rejects if the socket fails or closes, or when time is up. */
  readonly reach: (socket: Socket, event: string) => Promise<void>;
  /** Waits for something else, until time is up. */
  readonly within: <T>(work: Promise<T>) => Promise<T>;
  /** Destroys all sockets opened so far. */
  readonly abandon: () => void;
  /** Stops the clock: the connection is established, or given up. */
  readonly settle: () => void;
}

/** Starts the clock of a connection. */
export function startConnecting(clock: Clock): Connecting {
  const sockets: Socket[] = [];
  let expire: (error: Error) => void = ignore;
  const expired = new Promise<never>((_, reject) => {
    expire = reject;
  });
  expired.catch(ignore);
  const settle = clock.after(patience, () => {
    expire(coded("ETIMEDOUT"));
  });
  const within = async <T>(work: Promise<T>): Promise<T> => Promise.race([work, expired]);
  return {
    within,
    settle,
    reach: async (socket, event) => {
      sockets.push(socket);
      // The sockets under TLS have no other error listener; errors of the outermost one go to its user.
      socket.on("error", ignore);
      await within(happening(socket, event));
    },
    abandon: () => {
      sockets.toReversed().forEach((socket) => socket.destroy());
    },
  };
}

const ignore = (): void => {};

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

async function happening(socket: Socket, event: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const listeners = new Map<string, (error?: Error) => void>([
      [event, () => settle(resolve)],
      ["error", (error) => settle(() => reject(error ?? coded("ECONNRESET")))],
      ["close", () => settle(() => reject(coded("ECONNRESET")))],
    ]);
    const settle = (then: () => void): void => {
      listeners.forEach((listener, name) => socket.off(name, listener));
      then();
    };
    listeners.forEach((listener, name) => socket.on(name, listener));
  });
}

import type { Socket } from "node:net";

import type { Clock } from "../../async/clock.ts";

/** How long a connection may take, proxy and TLS included, in milliseconds. */
const patience = 15_000;

/** The making of one connection: the sockets it has opened, and the time it may take. */
export interface Connecting {
  /** Waits for the event of a socket; rejects at its error or end, and when time is up. */
  readonly reach: (socket: Socket, event: string) => Promise<void>;
  /** Waits for something else, no longer than there is time. */
  readonly within: <T>(work: Promise<T>) => Promise<T>;
  /** Ends all sockets opened so far. */
  readonly abandon: () => void;
  /** Stops the clock: done, or given up. */
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
      // What TLS is laid over has nobody else who hears its errors; those of the outermost go to who gets it.
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

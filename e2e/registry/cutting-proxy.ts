import { connect, createServer, type Socket } from "node:net";

import type { ExecutionContext } from "ava";

import { listen } from "../../fixtures/local-network.ts";

/** A TCP proxy that can break connections. */
export interface CuttingProxy {
  readonly port: number;
  /** Breaks each of the next `times` connections after that many bytes have been received over it. */
  readonly cutAfter: (bytes: number, times: number) => void;
  /** The number of connections that it broke. */
  readonly cuts: () => number;
  /** Calls a listener with each received chunk: the number of bytes so far. */
  readonly emit: (listener: (bytes: number) => void) => void;
}

/** Starts a proxy in front of a server on the loopback. It ends with the test. */
export async function startCuttingProxy(t: ExecutionContext, target: number): Promise<CuttingProxy> {
  const state = { after: Infinity, times: 0, cuts: 0 };
  const listeners: ((bytes: number) => void)[] = [];
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    let bytes = 0;
    far.on("data", (piece) => {
      const room = state.times > 0 ? state.after - bytes : Infinity;
      bytes += piece.length;
      listeners.forEach((listener) => listener(bytes));
      if (piece.length < room) {
        near.write(piece);
        return;
      }
      state.times -= 1;
      state.cuts += 1;
      near.end(piece.subarray(0, room));
      far.destroy();
    });
    near.on("data", (piece) => far.write(piece));
    endTogether(near, far);
  });
  const port = await listen(t, server);
  return {
    port,
    cutAfter: (after, times) => Object.assign(state, { after, times }),
    cuts: () => state.cuts,
    emit: (listener) => {
      listeners.push(listener);
    },
  };
}

function endTogether(near: Socket, far: Socket): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on("error", () => other.destroy());
    one.on("end", () => other.end());
    one.on("close", () => other.destroySoon());
  }
}

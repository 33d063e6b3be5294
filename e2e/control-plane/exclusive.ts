/**
 * Mutual exclusion across processes, for building programs and for starting and stopping the control plane.
 */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

interface Lock {
  readonly server: Server;
  readonly waiting: Set<Socket>;
}

/**
 * Runs a task while no other process of this user runs one of the same name. The lock is a socket in Linux's
 * abstract name space: the kernel frees it when its holder dies, however it dies, and nothing stays on the
 * disk. `onWait` is called if another process holds it.
 */
export async function exclusively<Result>(
  name: string,
  task: () => Promise<Result>,
  onWait: () => void = () => undefined,
): Promise<Result> {
  const lock = await acquire(`\0converge:${process.getuid?.() ?? 0}:${name}`, onWait);
  try {
    return await task();
  } finally {
    lock.server.close();
    lock.waiting.forEach((socket) => socket.destroy());
  }
}

async function acquire(address: string, onWait: () => void): Promise<Lock> {
  for (let attempt = 1; ; attempt += 1) {
    const lock = await tryToListen(address);
    if (lock !== undefined) {
      return lock;
    }
    if (attempt === 1) {
      onWait();
    }
    await untilFree(address);
  }
}

async function tryToListen(address: string): Promise<Lock | undefined> {
  const waiting = new Set<Socket>();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on("error", () => waiting.delete(socket));
  });
  server.listen(address);
  try {
    await once(server, "listening");
    return { server, waiting };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      return undefined;
    }
    throw error;
  }
}

/** Waits until the holder's socket closes, by a connection to it. */
async function untilFree(address: string): Promise<void> {
  const socket = connect(address);
  socket.on("error", () => socket.destroy());
  await new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
  });
}

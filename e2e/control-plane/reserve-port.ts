import { once } from "node:events";
import { createServer } from "node:net";

import { findPort } from "../../fixtures/find-port.ts";

/**
 * Finds a free port of the loopback, and keeps other processes from finding the same one before its server
 * listens, however long that takes. The mark is a socket in Linux's abstract name space, which the kernel
 * frees when this process ends.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = await findPort();
    if (await mark(port)) {
      return port;
    }
  }
}

async function mark(port: number): Promise<boolean> {
  const server = createServer().listen(`\0converge:port:${port}`);
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.unref();
  return true;
}

import { once } from "node:events";
import { createServer, request } from "node:http";
import { pipeline } from "node:stream/promises";

import type { ExecutionContext } from "ava";

import type { TestRegistry } from "../registry/start-registry.ts";

/** The requests that are blocked, and how. */
export interface GateSetup {
  /** Matches the paths of blocked requests. */
  readonly held: RegExp;
  /** The status of the response; no response at all if absent. */
  readonly status?: number;
}

/**
 * A proxy in front of a registry that leaves some requests unanswered, or fails them, until the test opens
 * it.
 */
export interface RegistryGate {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  /** Resolves when the first request is blocked. */
  readonly reached: Promise<void>;
  /** Answers all requests from now on. */
  readonly open: () => void;
}

/** Starts one, which ends with the test. */
export async function startRegistryGate(
  t: Pick<ExecutionContext, "teardown">,
  { port }: TestRegistry,
  { held, status }: GateSetup,
): Promise<RegistryGate> {
  const reached = Promise.withResolvers<void>();
  let isOpen = false;
  const server = createServer(({ headers, method, url = "" }, response) => {
    if (!isOpen && held.test(url)) {
      reached.resolve();
      if (status !== undefined) {
        response.writeHead(status).end();
      }
      return;
    }
    const onward = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // The client may have disconnected.
      pipeline(answer, response).catch(() => {});
    });
    onward.on("error", () => response.destroy());
    onward.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return {
    host: `127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    reached: reached.promise,
    open: () => {
      isOpen = true;
    },
  };
}

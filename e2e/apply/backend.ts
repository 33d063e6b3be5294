/** The HTTPS server behind a Service of a test, on the loopback, called by the API server. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { json } from "node:stream/consumers";

import type { ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { makeServerCertificate } from "../control-plane/certificates.ts";
import { reservePort } from "../control-plane/reserve-port.ts";
import { type Annotations, deployment, service } from "./manifests.ts";

/** The address of a server that is listening, or will be. */
export interface Backend {
  readonly port: number;
  readonly cert: string;
  readonly key: string;
  /** The certificate as manifests contain it. */
  readonly caBundle: string;
}

/**
 * Reserves a port and makes a certificate for the API server of a Service of that name; nothing listens yet.
 */
export async function reserveBackend(name: string, namespace: string): Promise<Backend> {
  const { cert, key } = makeServerCertificate(`${name}.${namespace}.svc`);
  return { port: await reservePort(), cert, key, caBundle: Buffer.from(cert).toString("base64") };
}

/** Answers the POST requests of the API server until the test ends. */
export async function serve(
  t: ExecutionContext,
  { port, cert, key }: Backend,
  answer: (asked: unknown, request: IncomingMessage) => object,
): Promise<void> {
  const server = createSecureServer({ cert, key }, (request, response) => {
    void reply(response, async () => answer(await json(request), request));
  }).listen(port, "127.0.0.1");
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
}

async function reply(response: ServerResponse, answer: () => Promise<object>): Promise<void> {
  const words = JSON.stringify(await answer());
  response.setHeader("content-type", "application/json");
  response.end(words);
}

/**
 * The Service that leads to the loopback, and the workload behind it with simulated pods: the cluster ignores
 * the selector of such a Service.
 */
export function backendManifests(name: string, pod: Annotations = {}): readonly JsonObject[] {
  return [
    service(name, { spec: { type: "ExternalName", externalName: "localhost" } }),
    deployment(name, { pod }),
  ];
}

import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import { makeCertificates } from "../control-plane/certificates.ts";
import { testFolder } from "./test-folder.ts";

/** The certificate of an https server, and the CA by which clients verify it. */
export interface ServerIdentity {
  /** For `localhost` and `127.0.0.1`. */
  readonly tls: { readonly cert: string; readonly key: string };
  /** The private CA that signed it, PEM. */
  readonly caFile: string;
}

/** Makes a certificate with a CA of the test. */
export function makeServerIdentity(t: ExecutionContext): ServerIdentity {
  const folder = testFolder(t);
  makeCertificates(folder);
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  return { tls: { cert: read("server.crt"), key: read("server.key") }, caFile: join(folder, "ca.crt") };
}

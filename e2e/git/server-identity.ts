import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import { makeCertificates } from "../control-plane/certificates.ts";
import { testFolder } from "./test-folder.ts";

/** By what a server of https shows who it is, and by what that is believed. */
export interface ServerIdentity {
  /** For `localhost` and `127.0.0.1`. */
  readonly tls: { readonly cert: string; readonly key: string };
  /** The private authority that signed it, PEM. */
  readonly caFile: string;
}

/** Makes a certificate of an authority of the test's own. */
export function makeServerIdentity(t: ExecutionContext): ServerIdentity {
  const folder = testFolder(t);
  makeCertificates(folder);
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  return { tls: { cert: read("server.crt"), key: read("server.key") }, caFile: join(folder, "ca.crt") };
}

/** A token server for registries: it knows one user, and signs the permissions of this user. */
import { sign, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import { listen } from "../../fixtures/local-network.ts";
import { registryUser } from "./registry-user.ts";

/** The configuration of the token server in the registry. */
export interface TokenAuth {
  readonly realm: string;
  readonly service: string;
  readonly issuer: string;
  readonly rootcertbundle: string;
}

const issuer = "the test";
const service = "the registry";

/** Starts a server with the certificate of that folder, which signs the tokens too. It ends with the test. */
export async function startTokenServer(
  t: Pick<ExecutionContext, "teardown">,
  { folder, tls }: { readonly folder: string; readonly tls: boolean },
): Promise<TokenAuth> {
  const cert = readFileSync(join(folder, "server.crt"), "utf8");
  const key = readFileSync(join(folder, "server.key"), "utf8");
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const given = `Basic ${Buffer.from(`${registryUser.name}:${registryUser.password}`).toString("base64")}`;
    request.resume();
    if (request.headers.authorization !== given) {
      response.writeHead(401).end();
      return;
    }
    const scopes = new URL(request.url ?? "/", "http://localhost").searchParams.getAll("scope");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ token: signedToken(scopes, { cert, key }), expires_in: 300 }));
  };
  const server = tls ? createSecureServer({ cert, key }, answer) : createServer(answer);
  const port = await listen(t, server);
  return {
    realm: `${tls ? "https" : "http"}://127.0.0.1:${port}/token`,
    service,
    issuer,
    rootcertbundle: join(folder, "ca.crt"),
  };
}

/** A JSON Web Token signed by the certificate's key (ES256), which includes the certificate. */
function signedToken(
  scopes: readonly string[],
  { cert, key }: { readonly cert: string; readonly key: string },
): string {
  const now = Math.floor(Date.now() / 1000);
  const access = scopes.map((scope) => {
    const [type = "", ...rest] = scope.split(":");
    const actions = rest.at(-1)?.split(",") ?? [];
    return { type, name: rest.slice(0, -1).join(":"), actions };
  });
  const header = { typ: "JWT", alg: "ES256", x5c: [new X509Certificate(cert).raw.toString("base64")] };
  const claims = {
    iss: issuer,
    aud: service,
    sub: registryUser.name,
    iat: now,
    nbf: now - 10,
    exp: now + 300,
    jti: "one",
    access,
  };
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

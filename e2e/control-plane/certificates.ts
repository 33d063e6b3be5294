/** The keys and certificates of a control plane, valid for a short time. */
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { CannotStart } from "./cannot-start.ts";

/**
 * A certificate authority: `ca` signs for servers and users, `front-proxy-ca` for requests of the API server
 * to an aggregated one.
 */
type Authority = "ca" | "front-proxy-ca";

interface Leaf {
  readonly subject: string;
  readonly authority: Authority;
  readonly usage: "clientAuth" | "serverAuth";
  readonly names?: string;
}

/** The names of the certificate that all servers share: they listen on the loopback only. */
const serverNames = [
  "IP:127.0.0.1",
  "IP:10.96.0.1",
  ...["localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"].map((name) => `DNS:${name}`),
].join(",");

/** The owner of a certificate: `NAME.crt` and `NAME.key` in the folder of certificates. */
export type CertificateName =
  | "server"
  | "admin"
  | "kube-controller-manager"
  | "kube-scheduler"
  | "kwok"
  | "kubelet-client"
  | "front-proxy-client";

function user(subject: string, authority: Authority = "ca"): Leaf {
  return { subject, authority, usage: "clientAuth" };
}

const leaves: Readonly<Record<CertificateName, Leaf>> = {
  server: { subject: "/CN=control-plane", authority: "ca", usage: "serverAuth", names: serverNames },
  admin: user("/O=system:masters/CN=admin"),
  "kube-controller-manager": user("/O=system:masters/CN=system:kube-controller-manager"),
  "kube-scheduler": user("/CN=system:kube-scheduler"),
  kwok: user("/O=system:masters/CN=kwok"),
  "kubelet-client": user("/CN=kubelet-client"),
  "front-proxy-client": user("/CN=front-proxy-client", "front-proxy-ca"),
};

/**
 * Writes `ca`, `front-proxy-ca` and one pair `NAME.crt`, `NAME.key` for each name into the folder, and the
 * key `service-account.key` that signs tokens. Takes about 0.2 s. Throws {@link CannotStart} without
 * `openssl` 3.
 */
export function makeCertificates(folder: string): void {
  writeFileSync(join(folder, "openssl.cnf"), requestConfiguration);
  for (const authority of ["ca", "front-proxy-ca"]) {
    certify(folder, authority, {
      subject: `/CN=${authority}`,
      traits: ["basicConstraints=critical,CA:TRUE"],
    });
  }
  for (const [name, { subject, authority, usage, names }] of Object.entries(leaves)) {
    const traits = ["basicConstraints=critical,CA:FALSE", `extendedKeyUsage=${usage}`];
    const named = names === undefined ? [] : [`subjectAltName=${names}`];
    certify(folder, name, { subject, authority, traits: [...traits, ...named] });
  }
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = privateKey.export({ type: "pkcs1", format: "pem" });
  writeFileSync(join(folder, "service-account.key"), key, { mode: 0o600 });
}

/**
 * A key and a self-signed certificate, as PEM, for a server that a test starts: behind a webhook or an
 * aggregated API its name is `SERVICE.NAMESPACE.svc`, and the certificate is the `caBundle` too.
 */
export function makeServerCertificate(name: string): { readonly cert: string; readonly key: string } {
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-certificate-"));
  writeFileSync(join(folder.path, "openssl.cnf"), requestConfiguration);
  certify(folder.path, "server", { subject: "/CN=server", traits: [`subjectAltName=DNS:${name}`] });
  const read = (file: string): string => readFileSync(join(folder.path, file), "utf8");
  return { cert: read("server.crt"), key: read("server.key") };
}

/** The content of a certificate. Without an authority it is self-signed. */
interface Certificate {
  readonly subject: string;
  readonly authority?: Authority;
  readonly traits: readonly string[];
}

/** The minimal openssl configuration, so that the machine's own is not read. */
const requestConfiguration = "[req]\ndistinguished_name = name\n[name]\n";

const request = "req -x509 -config openssl.cnf -days 365 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";

function certify(folder: string, name: string, { subject, authority, traits }: Certificate): void {
  const signed = authority === undefined ? "" : ` -CA ${authority}.crt -CAkey ${authority}.key`;
  const words = `${request}${signed} -keyout ${name}.key -out ${name}.crt`.split(" ");
  const said = ["-subj", subject, ...traits.flatMap((trait) => ["-addext", trait])];
  try {
    execFileSync("openssl", [...words, ...said], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    const remedy = "openssl 3 is needed for the certificates of the control plane: install it";
    throw new CannotStart(remedy, { cause: error });
  }
}

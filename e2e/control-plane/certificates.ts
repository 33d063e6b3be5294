/** The keys and certificates of a control plane that lives for a day of work. */
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { CannotStart } from "./cannot-start.ts";

/** Who signs: `ca` the servers and users, `front-proxy-ca` what the API server shows to an aggregated one. */
type Authority = "ca" | "front-proxy-ca";

interface Leaf {
  readonly subject: string;
  readonly authority: Authority;
  readonly usage: "clientAuth" | "serverAuth";
  readonly names?: string;
}

/** One certificate of the servers will do for all: they listen on the loopback only. */
const serverNames = [
  "IP:127.0.0.1",
  "IP:10.96.0.1",
  ...["localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"].map((name) => `DNS:${name}`),
].join(",");

const leaves = {
  server: { subject: "/CN=control-plane", authority: "ca", usage: "serverAuth", names: serverNames },
  admin: { subject: "/O=system:masters/CN=admin", authority: "ca", usage: "clientAuth" },
  "kube-controller-manager": {
    subject: "/O=system:masters/CN=system:kube-controller-manager",
    authority: "ca",
    usage: "clientAuth",
  },
  "kube-scheduler": { subject: "/CN=system:kube-scheduler", authority: "ca", usage: "clientAuth" },
  kwok: { subject: "/O=system:masters/CN=kwok", authority: "ca", usage: "clientAuth" },
  "kubelet-client": { subject: "/CN=kubelet-client", authority: "ca", usage: "clientAuth" },
  "front-proxy-client": {
    subject: "/CN=front-proxy-client",
    authority: "front-proxy-ca",
    usage: "clientAuth",
  },
} as const satisfies Readonly<Record<string, Leaf>>;

/** Whoever has a certificate: `NAME.crt` and `NAME.key` in the folder of certificates. */
export type CertificateName = keyof typeof leaves;

/**
 * Writes `ca`, `front-proxy-ca` and one pair `NAME.crt`, `NAME.key` for each name into the folder, and the key
 * `service-account.key` that signs tokens. Takes about 0.2 s. Throws {@link CannotStart} where there is no `openssl` 3.
 */
export function makeCertificates(folder: string): void {
  writeFileSync(join(folder, "openssl.cnf"), "[req]\ndistinguished_name = name\n[name]\n");
  for (const authority of ["ca", "front-proxy-ca"]) {
    certify(folder, authority, ["-subj", `/CN=${authority}`, ...extension("basicConstraints=critical,CA:TRUE")]);
  }
  for (const [name, { subject, authority, usage, names }] of Object.entries<Leaf>(leaves)) {
    certify(folder, name, [
      ...["-CA", `${authority}.crt`, "-CAkey", `${authority}.key`, "-subj", subject],
      ...extension("basicConstraints=critical,CA:FALSE"),
      ...extension(`extendedKeyUsage=${usage}`),
      ...(names === undefined ? [] : extension(`subjectAltName=${names}`)),
    ]);
  }
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = privateKey.export({ type: "pkcs1", format: "pem" });
  writeFileSync(join(folder, "service-account.key"), key, { mode: 0o600 });
}

function extension(text: string): readonly string[] {
  return ["-addext", text];
}

function certify(folder: string, name: string, words: readonly string[]): void {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", `${name}.key`];
  const all = ["req", "-x509", "-config", "openssl.cnf", "-days", "365", ...key, "-out", `${name}.crt`, ...words];
  try {
    execFileSync("openssl", all, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    throw new CannotStart("openssl 3 is needed for the certificates of the control plane: install it", {
      cause: error,
    });
  }
}

import { X509Certificate } from "node:crypto";
import { getCACertificates } from "node:tls";

import { RegistryError } from "../model/registry-error.ts";

const roots: { machine?: readonly string[] } = {};

/**
 * Returns the trusted CA certificates: those of the machine, and those given in PEM. The machine's are read
 * once, which takes some 10 ms. Throws RegistryError `denied` if the given text has no certificate or an
 * invalid one.
 */
export function trustedAuthorities(ca: string): readonly string[] {
  roots.machine ??= [...new Set([...getCACertificates("default"), ...getCACertificates("system")])];
  if (ca.trim() === "") {
    return roots.machine;
  }
  const given = ca.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  if (given.length === 0 || !given.every(isCertificate)) {
    throw new RegistryError("denied", "the given CA is not a readable certificate in PEM");
  }
  return [...roots.machine, ...given];
}

/** Reports whether a PEM block is a certificate: OpenSSL silently ignores one that is not. */
function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

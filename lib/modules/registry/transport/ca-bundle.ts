import { X509Certificate } from "node:crypto";
import { getCACertificates } from "node:tls";

import { RegistryError } from "../model/registry-error.ts";

const roots: { machine?: readonly string[] } = {};

/**
 * Whom to believe: the authorities of the machine, and those given in PEM besides. Undefined where Node's own
 * roots will do. The machine's are read once, which takes some 10 ms. Throws RegistryError `denied` where
 * what is given holds no certificate.
 */
export function trustedAuthorities(ca: string): readonly string[] {
  roots.machine ??= [...new Set([...getCACertificates("default"), ...getCACertificates("system")])];
  if (ca.trim() === "") {
    return roots.machine;
  }
  const given = ca.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  if (given.length === 0 || !given.every(isCertificate)) {
    throw new RegistryError(
      "denied",
      "the authority given for the registry is no readable certificate in PEM",
    );
  }
  return [...roots.machine, ...given];
}

/** OpenSSL passes over what is none in silence. */
function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

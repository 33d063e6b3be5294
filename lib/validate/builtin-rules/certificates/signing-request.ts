/**
 * Rules for CertificateSigningRequests. Updates do not change what they request.
 * Source:
 *     https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/certificates/validation/validation.go
 */
import { reportDuplicate, reportInvalid, reportNotSupported, reportRequired } from "../check/faults.ts";
import { fieldPart, listAt, numberAt, type Part, textAt, textOf } from "../check/part.ts";
import { blockTypes } from "./pem.ts";
import { checkSignerName } from "./signer-name.ts";

const leastSeconds = 600;

/** Checks a CertificateSigningRequest. */
export function checkSigningRequest(request: Part, old: Part | undefined): void {
  if (old !== undefined) {
    return;
  }
  const spec = fieldPart(request, "spec");
  const text = Buffer.from(textAt(spec, "request"), "base64").toString("latin1");
  reportInvalid(
    fieldPart(spec, "request"),
    blockTypes(text)[0] === "CERTIFICATE REQUEST" ? undefined : "PEM block type must be CERTIFICATE REQUEST",
  );
  checkUsages(spec);
  const signer = fieldPart(spec, "signerName");
  if (textOf(signer) === "kubernetes.io/legacy-unknown") {
    reportInvalid(signer, "the legacy signerName is not allowed via this API version");
  } else {
    checkSignerName(signer);
  }
  if ((numberAt(spec, "expirationSeconds") ?? leastSeconds) < leastSeconds) {
    reportInvalid(
      fieldPart(spec, "expirationSeconds"),
      "may not specify a duration less than 600 seconds (10 minutes)",
    );
  }
}

const knownUsages = [
  "any",
  "cert sign",
  "client auth",
  "code signing",
  "content commitment",
  "crl sign",
  "data encipherment",
  "decipher only",
  "digital signature",
  "email protection",
  "encipher only",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "key agreement",
  "key encipherment",
  "microsoft sgc",
  "netscape sgc",
  "ocsp signing",
  "s/mime",
  "server auth",
  "signing",
  "timestamping",
];

function checkUsages(spec: Part): void {
  const usages = listAt(spec, "usages");
  if (usages.length === 0) {
    reportRequired(fieldPart(spec, "usages"));
  }
  const seen = new Set<string>();
  for (const usage of usages) {
    const name = textOf(usage);
    if (!knownUsages.includes(name)) {
      reportNotSupported(usage, knownUsages);
    }
    if (seen.has(name)) {
      reportDuplicate(usage, name);
    }
    seen.add(name);
  }
}

/**
 * Rules for ClusterTrustBundles, without those for the certificates themselves.
 * Source:
 *     https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/certificates/validation/validation.go
 */
import { immutableAt, isChanged } from "../check/changes.ts";
import { reportInvalid, reportTooLong } from "../check/faults.ts";
import { dnsSubdomain } from "../check/names.ts";
import { fieldPart, type Part, textAt } from "../check/part.ts";
import { blockTypes } from "./pem.ts";
import { checkSignerName } from "./signer-name.ts";

/** Checks a ClusterTrustBundle. */
export function checkTrustBundle(bundle: Part, old: Part | undefined): void {
  const spec = fieldPart(bundle, "spec");
  const text = fieldPart(spec, "trustBundle");
  const signer = textAt(spec, "signerName");
  if (signer !== "") {
    checkSignerName(fieldPart(spec, "signerName"));
  }
  if (old === undefined) {
    const name = fieldPart(bundle, "metadata", "name");
    reportInvalid(name, nameFault(textAt(fieldPart(bundle, "metadata"), "name"), signer));
    checkText(text);
    return;
  }
  const before = fieldPart(old, "spec");
  if (isChanged(text, fieldPart(before, "trustBundle"))) {
    checkText(text);
  }
  immutableAt(spec, before, "signerName");
}

/** The name begins with that of the signer, if there is one. */
function nameFault(name: string, signer: string): string | undefined {
  if (signer === "") {
    return name.includes(":")
      ? 'ClusterTrustBundle without signer name must not have ":" in its name'
      : dnsSubdomain(name);
  }
  const prefix = `${signer.replaceAll("/", ":")}:`;
  return name.startsWith(prefix)
    ? dnsSubdomain(name.slice(prefix.length))
    : `ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`;
}

const mostBytes = 1024 * 1024;

function checkText(part: Part): void {
  const text = typeof part.value === "string" ? part.value : "";
  if (Buffer.byteLength(text) > mostBytes) {
    reportTooLong(part, mostBytes);
    return;
  }
  const types = blockTypes(text);
  const wrong = types.findIndex((type) => type !== "CERTIFICATE");
  if (types.length === 0) {
    reportInvalid(part, "at least one trust anchor must be provided");
  } else if (wrong !== -1) {
    reportInvalid(part, `entry ${wrong} has bad block type: ${types[wrong] ?? ""}`);
  }
}

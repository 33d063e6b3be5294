/**
 * Rules for trust bundles and certificates in projected volumes.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.37.0/pkg/apis/core/validation/validation.go
 */
import {
  reportInvalid,
  reportNotSupported,
  reportRequired,
  reportTooLong,
  requiredText,
} from "../check/faults.ts";
import { checkSelector } from "../check/labels.ts";
import { dnsLabel, dnsSubdomain, type NameRule, qualifiedLabel } from "../check/names.ts";
import { fieldPart, has, numberIn, type Part, textAt, textOf, valuesOf } from "../check/part.ts";
import { unreservedPath } from "../check/paths.ts";

/** Takes the path of a file in the volume, and reports it if another file has it. */
export type TakePath = (path: string) => void;

/** Checks a source that writes trust anchors, chosen by name or by signer. */
export function checkTrustBundleSource(source: Part, take: TakePath): void {
  const [isNamed, isSigned] = [has(source, "name"), has(source, "signerName")];
  if (isNamed && isSigned) {
    reportInvalid(source, "only one of name and signerName may be used");
  } else if (isNamed) {
    checkBundleName(source);
  } else if (isSigned) {
    checkSignerName(fieldPart(source, "signerName"));
    checkSelector(fieldPart(source, "labelSelector"));
  } else {
    reportRequired(source, "either name or signerName must be specified");
  }
  const path = fieldPart(source, "path");
  requiredText(path);
  unreservedPath(path);
  take(textOf(path));
}

/** The name of a bundle of a signer starts with that signer, with colons instead of slashes. */
function checkBundleName(source: Part): void {
  const name = fieldPart(source, "name");
  requiredText(name, "must be a valid object name");
  reportInvalid(name, dnsSubdomain(textOf(name).split(":").at(-1) ?? ""));
  if (has(source, "labelSelector")) {
    reportInvalid(fieldPart(source, "labelSelector"), "labelSelector must be unset if name is specified");
  }
}

const longestDomain = 253;
/** A domain, a slash, and a path that has room for a namespace, a dot and a name. */
const longestSigner = 571;

function checkSignerName(part: Part): void {
  if (!requiredText(part)) {
    return;
  }
  const [domain = "", path, ...more] = textOf(part).split("/");
  if (path === undefined || more.length > 0) {
    reportInvalid(part, "must be a fully qualified domain and path of the form 'example.com/signer-name'");
    return;
  }
  if (domain.length > longestDomain) {
    reportTooLong(part, longestDomain);
  }
  const labels = domain.split(".");
  reportInvalid(part, firstFault(labels, dnsLabel));
  if (labels.length < 2) {
    reportInvalid(part, "should be a domain with at least two segments separated by dots");
  }
  reportInvalid(part, firstFault(path.split("."), dnsSubdomain));
  if (textOf(part).length > longestSigner) {
    reportTooLong(part, longestSigner);
  }
}

function firstFault(texts: readonly string[], rule: NameRule): string | undefined {
  return texts.map(rule).find((fault) => fault !== undefined);
}

const keyTypes = ["ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519", "RSA3072", "RSA4096"];

/** Checks a source that writes a certificate of the pod and its key. */
export function checkPodCertificate(source: Part, take: TakePath): void {
  checkSignerName(fieldPart(source, "signerName"));
  checkUserAnnotations(fieldPart(source, "userAnnotations"));
  const keyType = fieldPart(source, "keyType");
  if (!keyTypes.includes(textOf(keyType))) {
    reportNotSupported(keyType, keyTypes);
  }
  checkLifetime(source);
  const paths = ["credentialBundlePath", "keyPath", "certificateChainPath"]
    .map((name) => fieldPart(source, name))
    .filter((path) => textOf(path) !== "");
  for (const path of paths) {
    unreservedPath(path);
    take(textOf(path));
  }
  if (paths.length === 0) {
    reportRequired(source, "specify at least one of credentialBundlePath, keyPath, and certificateChainPath");
  }
}

const mostAnnotationBytes = 256 * 1024;

function checkUserAnnotations(annotations: Part): void {
  let size = 0;
  for (const [key, value] of valuesOf(annotations)) {
    size += Buffer.byteLength(key) + Buffer.byteLength(textOf(value));
    if (key === "") {
      reportRequired(annotations, "a key may not be empty");
    } else {
      reportInvalid(annotations, prefixedKey(key.toLowerCase()));
    }
  }
  if (size > mostAnnotationBytes) {
    reportTooLong(annotations, mostAnnotationBytes);
  }
}

function prefixedKey(key: string): string | undefined {
  const hasPrefix = key.includes("/");
  return (
    qualifiedLabel(key) ?? (hasPrefix ? undefined : 'must be a domain-prefixed key (such as "acme.io/foo")')
  );
}

const hour = 3600;

/** Signers of Kubernetes issue certificates for a day at most, others for 91 days. */
function checkLifetime(source: Part): void {
  const part = fieldPart(source, "maxExpirationSeconds");
  const seconds = numberIn(part) ?? hour;
  const [host = ""] = textAt(source, "signerName").split("/");
  const isOfKubernetes = host === "kubernetes.io" || host.endsWith(".kubernetes.io");
  const most = (isOfKubernetes ? 1 : 91) * 24 * hour;
  if (seconds < hour) {
    reportInvalid(part, `must be >= ${hour}`);
  } else if (seconds > most) {
    reportInvalid(part, `must be <= ${most}`);
  }
}

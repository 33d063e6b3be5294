/**
 * Rules for names. Each returns the fault of a text in the words of the API server, or undefined.
 * Source:
 *     https://github.com/kubernetes/kubernetes/tree/v1.36.0/staging/src/k8s.io/apimachinery/pkg/util/validation
 */
import { isSoundName, isSoundNamespace } from "../../../manifest/validation/name-fault.ts";
import { labelKeyFault, labelValueFault } from "../../model/dns-name.ts";

/** A rule for a text. */
export type NameRule = (text: string) => string | undefined;

function tooLongFor(most: number): string {
  return `must be no more than ${most} characters`;
}

/** An RFC 1123 label: `web-1`. */
export const dnsLabel: NameRule = (text) => {
  if (isSoundNamespace(text)) {
    return undefined;
  }
  return text.length > 63
    ? tooLongFor(63)
    : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
};

/** An RFC 1035 label, which starts with a letter. */
export const dns1035Label: NameRule = (text) => {
  if (text.length > 63) {
    return tooLongFor(63);
  }
  return /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/.test(text)
    ? undefined
    : "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
};

/** An RFC 1123 subdomain: `web.example.com`. */
export const dnsSubdomain: NameRule = (text) => {
  if (isSoundName(text)) {
    return undefined;
  }
  return text.length > 253
    ? tooLongFor(253)
    : "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
};

/** A subdomain in which labels may have underscores: a DNS search path. */
export const dnsSubdomainWithUnderscore: NameRule = (text) =>
  text.length <= 253 && text.split(".").every((label) => /^[a-z0-9_](?:[-a-z0-9_]*[a-z0-9_])?$/.test(label))
    ? undefined
    : "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** A subdomain whose first label is `*`. */
export const wildcardSubdomain: NameRule = (text) =>
  text.startsWith("*.") && isSoundName(text.slice(2)) && text.length <= 253
    ? undefined
    : "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain";

/** A subdomain of at least three labels: the name of a webhook. */
export const fullyQualifiedName: NameRule = (text) =>
  dnsSubdomain(text) ??
  (text.split(".").length < 3
    ? "should be a domain with at least three segments separated by dots"
    : undefined);

/** A label key, condition type and the like: `example.com/name`. */
export const qualifiedLabel: NameRule = labelKeyFault;

/** The value of a label. */
export const labelValue: NameRule = labelValueFault;

/** A domain, a slash and a path: `example.com/controller`. */
export const domainPrefixedPath: NameRule = (text) => {
  if (text === "") {
    return undefined;
  }
  const [domain = "", ...rest] = text.split("/");
  const path = rest.join("/");
  if (rest.length === 0 || domain === "" || path === "") {
    return 'must be a domain-prefixed path (such as "acme.io/foo")';
  }
  return (
    dnsSubdomain(domain) ?? (/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(path) ? undefined : "Invalid path")
  );
};

/** One segment of an API path: names of RBAC objects. */
export const pathSegment: NameRule = (text) => {
  if (text === "." || text === "..") {
    return `may not be '${text}'`;
  }
  return /[/%]/.test(text) ? "may not contain '/' or '%'" : undefined;
};

/** The name of a port: `http`. */
export const portName: NameRule = (text) => {
  if (text.length > 15) {
    return "must be no more than 15 characters";
  }
  if (!/^[-a-z0-9]+$/.test(text)) {
    return "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)";
  }
  if (!/[a-z]/.test(text)) {
    return "must contain at least one letter (a-z)";
  }
  if (text.includes("--")) {
    return "must not contain consecutive hyphens";
  }
  return text.startsWith("-") || text.endsWith("-") ? "must not begin or end with a hyphen" : undefined;
};

/** A key of a ConfigMap or Secret. */
export const configKey: NameRule = (text) => {
  if (text.length > 253) {
    return tooLongFor(253);
  }
  if (!/^[-._a-zA-Z0-9]+$/.test(text)) {
    return "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
  }
  return dotsFault(text);
};

function dotsFault(text: string): string | undefined {
  if (text === "." || text === "..") {
    return `must not be '${text}'`;
  }
  return text.startsWith("..") ? "must not start with '..'" : undefined;
}

/** An environment variable since Kubernetes 1.32: printable ASCII without `=`. */
export const relaxedVariable: NameRule = (text) =>
  /^[ -<>-~]+$/.test(text)
    ? undefined
    : "a valid environment variable name must consist only of printable ASCII characters other than '='";

/** An environment variable before Kubernetes 1.32. */
export const strictVariable: NameRule = (text) =>
  /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(text)
    ? dotsFault(text)
    : "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit";

/** The name of an HTTP header. */
export const headerName: NameRule = (text) =>
  /^[-A-Za-z0-9]+$/.test(text)
    ? undefined
    : "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name')";

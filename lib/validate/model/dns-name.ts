import { isSoundName } from "../../manifest/validation/name-fault.ts";

/**
 * Returns the fault of an RFC 1035 DNS label, or undefined. Names of kinds, versions and the like must be
 * such labels (Kubernetes documentation, "Object Names and IDs").
 */
export function labelFault(text: string): string | undefined {
  if (text.length > 63) {
    return "must be no more than 63 characters";
  }
  return /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/.test(text)
    ? undefined
    : "must be lower-case letters, digits or '-', start with a letter and end with a letter or digit (a DNS-1035 label)";
}

/** Does the same for a name in mixed case: a kind. */
export function mixedCaseFault(text: string): string | undefined {
  const fault = labelFault(text.toLowerCase());
  return fault === undefined ? undefined : `may have mixed case, but otherwise ${fault}`;
}

/** Returns the fault of an RFC 1123 subdomain, or undefined. */
export function subdomainFault(text: string): string | undefined {
  return isSoundName(text)
    ? undefined
    : "must be lower-case letters, digits, '-' or '.', at most 253, with a letter or digit at both ends of each part (an RFC 1123 subdomain)";
}

const qualified = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

/**
 * Returns the fault of a label key, or undefined: a name, optionally prefixed with a subdomain and `/`
 * (Kubernetes documentation, "Labels and Selectors").
 */
export function labelKeyFault(key: string): string | undefined {
  const slash = key.indexOf("/");
  const name = key.slice(slash + 1);
  if (name.includes("/")) {
    return "may have one '/', after a DNS subdomain";
  }
  if (slash !== -1 && subdomainFault(key.slice(0, slash)) !== undefined) {
    return "must have a DNS subdomain before its '/'";
  }
  return qualified.test(name) && name.length <= 63 ? undefined : nameRule;
}

/** Returns the fault of a label value, or undefined. */
export function labelValueFault(value: string): string | undefined {
  return value === "" || (qualified.test(value) && value.length <= 63) ? undefined : nameRule;
}

const nameRule = "must be letters, digits, '-', '_' or '.', at most 63, with a letter or digit at both ends";

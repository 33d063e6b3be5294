/**
 * Rules for names of attributes, capacities and pools of devices.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/resource/validation/validation.go
 */
import {
  reportDuplicate,
  reportInvalid,
  reportTooLong,
  reportTooMany,
  requiredText,
} from "../check/faults.ts";
import { dnsSubdomain, type NameRule } from "../check/names.ts";
import { countOf, itemsOf, type Part, textOf } from "../check/part.ts";
import { checkDriverName } from "../storage/volume-sources.ts";

/** Checks the entries of a list that may have at most so many; with a key, it has to be unique. */
export function checkEntries(
  list: Part,
  most: number,
  { check, key }: { readonly check: (entry: Part) => void; readonly key?: (entry: Part) => string },
): void {
  if (countOf(list) > most) {
    reportTooMany(list, most);
    return;
  }
  const seen = new Set<string>();
  for (const entry of itemsOf(list)) {
    check(entry);
    const own = key?.(entry);
    if (own !== undefined && seen.has(own)) {
      reportDuplicate(entry, own);
    }
    seen.add(own ?? "");
  }
}

const longestIdentifier = 32;

const identifier: NameRule = (text) =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)
    ? undefined
    : "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'";

/** Checks the name of an attribute or a capacity, reported at a part: `memory`, `gpu.example.com/memory`. */
export function checkAttributeName(part: Part, name: string): void {
  const [first = "", second, ...more] = name.split("/");
  if (more.length > 0) {
    return;
  }
  if (second === undefined) {
    checkIdentifier(part, first);
    return;
  }
  if (first === "") {
    reportInvalid(part, "the domain must not be empty");
  } else {
    checkDriverName({ ...part, value: first });
  }
  if (second === "") {
    reportInvalid(part, "the name must not be empty");
  } else {
    checkIdentifier(part, second);
  }
}

function checkIdentifier(part: Part, text: string): void {
  if (text.length > longestIdentifier) {
    reportTooLong(part, longestIdentifier);
  }
  reportInvalid(part, identifier(text));
}

const longestPool = 253;

/** Checks the name of a pool: subdomains with slashes between them. */
export function checkPoolName(part: Part): void {
  if (!requiredText(part)) {
    return;
  }
  const name = textOf(part);
  if (name.length > longestPool) {
    reportTooLong(part, longestPool);
  }
  for (const segment of name.split("/")) {
    reportInvalid(part, dnsSubdomain(segment));
  }
}

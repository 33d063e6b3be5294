/**
 * Rules for the addresses of a Service. An absent `clusterIP` is copied from `clusterIPs`, and vice versa.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { checkAddress, isIpv6Address } from "../check/addresses.ts";
import { reportDuplicate, reportInvalid, reportNotSupported, checkOneOf } from "../check/faults.ts";
import { fieldPart, listAt, type Part, reportedAt, textAt, textOf, textsAt } from "../check/part.ts";

/** The addresses that a Service asks for. */
function addressesOf(spec: Part): readonly Part[] {
  const list = listAt(spec, "clusterIPs");
  const first = textAt(spec, "clusterIP");
  return list.length === 0 && first !== ""
    ? [reportedAt(fieldPart(spec, "clusterIP"), fieldPart(spec, "clusterIPs"), 0)]
    : list;
}

/** Reports whether a Service asks for no address. */
export function isHeadless(spec: Part): boolean {
  const addresses = addressesOf(spec);
  return addresses.length === 1 && addresses.map(textOf)[0] === "None";
}

/** Checks the addresses and their families. */
export function checkClusterIps(spec: Part, old: Part | undefined): void {
  if (textAt(spec, "type") === "ExternalName") {
    return;
  }
  const addresses = addressesOf(spec);
  const list = fieldPart(spec, "clusterIPs");
  const first = textAt(spec, "clusterIP");
  if (first !== "" && addresses.map(textOf)[0] !== first) {
    reportInvalid(list, "first value must match `clusterIP`");
  } else if (first === "" && addresses.length > 0) {
    reportInvalid(list, "must be empty when `clusterIP` is not specified");
  }
  checkFamilies(spec);
  const kept = old === undefined ? [] : textsAt(fieldPart(old, "spec"), "clusterIPs");
  if (areValid(addresses, list, kept)) {
    checkPairs(spec, addresses, list);
  }
}

function checkFamilies(spec: Part): void {
  const seen = new Set<string>();
  for (const family of listAt(spec, "ipFamilies")) {
    const text = textOf(family);
    if (text !== "IPv4" && text !== "IPv6") {
      reportNotSupported(family, ["IPv4", "IPv6"]);
    }
    if (seen.has(text)) {
      reportDuplicate(family, text);
    }
    seen.add(text);
  }
  checkOneOf(fieldPart(spec, "ipFamilyPolicy"), ["PreferDualStack", "RequireDualStack", "SingleStack"]);
}

function areValid(addresses: readonly Part[], list: Part, kept: readonly string[]): boolean {
  let isValid = true;
  for (const [index, address] of addresses.entries()) {
    if (index === 0 && textOf(address) === "None") {
      if (addresses.length > 1) {
        isValid = false;
        reportInvalid(list, "'None' must be the first and only value");
      }
    } else if (!checkAddress(address, kept)) {
      isValid = false;
    }
  }
  if (addresses.length > 2) {
    reportInvalid(list, "may only hold up to 2 values");
  }
  return isValid;
}

function checkPairs(spec: Part, addresses: readonly Part[], list: Part): void {
  const texts = addresses.map(textOf);
  const families = textsAt(spec, "ipFamilies");
  const v6 = texts.filter(isIpv6Address).length;
  if (texts.length > 1 && (v6 === 0 || v6 === texts.length)) {
    reportInvalid(list, "may specify no more than one IP for each IP family");
  }
  for (const [index, address] of isHeadless(spec) ? [] : addresses.entries()) {
    const family = families[index];
    const actual = isIpv6Address(textOf(address)) ? "IPv6" : "IPv4";
    if ((family === "IPv4" || family === "IPv6") && family !== actual) {
      reportInvalid(address, `expected an ${family} value as indicated by \`ipFamilies[${index}]\``);
    }
  }
}

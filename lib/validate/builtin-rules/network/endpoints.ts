/**
 * Rules for EndpointSlices and Endpoints.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/discovery/validation/validation.go
 */
import { checkAddress, isIpv6Address, specialAddressFault } from "../check/addresses.ts";
import { immutableAt, isChanged } from "../check/changes.ts";
import {
  checkOneOf,
  checkOneOfOrDefault,
  reportDuplicate,
  reportInvalid,
  reportNotSupported,
  reportRequired,
  reportTooMany,
  requiredText,
} from "../check/faults.ts";
import { dnsLabel, dnsSubdomain, labelValue, type NameRule, qualifiedLabel } from "../check/names.ts";
import { portNumber } from "../check/numbers.ts";
import { countOf, fieldPart, has, itemsOf, listAt, type Part, textAt, textOf } from "../check/part.ts";

const protocols = ["SCTP", "TCP", "UDP"];
const addressTypes = ["FQDN", "IPv4", "IPv6"];

/** Checks an EndpointSlice; endpoints that have not changed are accepted as they are. */
export function checkEndpointSlice(slice: Part, old: Part | undefined): void {
  const [type, endpoints] = [textAt(slice, "addressType"), fieldPart(slice, "endpoints")];
  if (type === "") {
    reportRequired(fieldPart(slice, "addressType"));
  } else if (!addressTypes.includes(type)) {
    reportNotSupported(fieldPart(slice, "addressType"), addressTypes);
  }
  checkSlicePorts(fieldPart(slice, "ports"));
  if (old === undefined || isChanged(endpoints, fieldPart(old, "endpoints"))) {
    checkEach(endpoints, 1000, (endpoint) => {
      checkEndpoint(endpoint, type);
    });
  }
  if (old !== undefined) {
    immutableAt(slice, old, "addressType");
  }
}

function checkEach(list: Part, most: number, check: (item: Part) => void): void {
  if (countOf(list) > most) {
    reportTooMany(list, most);
    return;
  }
  for (const item of itemsOf(list)) {
    check(item);
  }
}

function checkSlicePorts(ports: Part): void {
  const names = new Set<string>();
  for (const port of itemsOf(ports)) {
    const name = textAt(port, "name");
    reportInvalid(fieldPart(port, "name"), name === "" ? undefined : dnsLabel(name));
    if (names.has(name)) {
      reportDuplicate(fieldPart(port, "name"), name);
    }
    names.add(name);
    checkOneOf(fieldPart(port, "protocol"), protocols);
    checkAppProtocol(port);
  }
}

function checkAppProtocol(port: Part): void {
  if (has(port, "appProtocol")) {
    reportInvalid(fieldPart(port, "appProtocol"), qualifiedLabel(textAt(port, "appProtocol")));
  }
}

function checkEndpoint(endpoint: Part, type: string): void {
  const addresses = fieldPart(endpoint, "addresses");
  if (countOf(addresses) === 0) {
    reportRequired(addresses, "must contain at least 1 address");
  } else if (countOf(addresses) > 100) {
    reportTooMany(addresses, 100);
  }
  for (const address of itemsOf(addresses)) {
    checkEndpointAddress(address, addresses, type);
  }
  checkText(fieldPart(endpoint, "nodeName"), dnsSubdomain);
  checkText(fieldPart(endpoint, "hostname"), dnsLabel);
  checkHints(fieldPart(endpoint, "hints", "forZones"), labelValue);
  if (endpoint.run.minor >= 34) {
    checkHints(fieldPart(endpoint, "hints", "forNodes"), dnsSubdomain);
  }
}

function checkText(part: Part, rule: NameRule): void {
  reportInvalid(part, part.value === undefined ? undefined : rule(textOf(part)));
}

function checkEndpointAddress(address: Part, addresses: Part, type: string): void {
  if (type === "FQDN") {
    if (requiredText(address)) {
      reportInvalid(address, domainFault(textOf(address)));
    }
  } else if (addressTypes.includes(type) && checkAddress(address)) {
    const isRight = isIpv6Address(textOf(address)) === (type === "IPv6");
    reportInvalid({ ...addresses, real: address }, isRight ? undefined : `must be an ${type} address`);
    reportInvalid(address, specialAddressFault(textOf(address)));
  }
}

function domainFault(text: string): string | undefined {
  const name = text.replace(/\.$/, "");
  return (
    dnsSubdomain(name) ??
    (name.includes(".") ? undefined : "should be a domain with at least two segments separated by dots")
  );
}

function checkHints(hints: Part, rule: NameRule): void {
  const names = new Set<string>();
  checkEach(hints, 8, (hint) => {
    const [place, name] = [fieldPart(hint, "name"), textAt(hint, "name")];
    if (names.has(name)) {
      reportDuplicate(place, name);
    }
    names.add(name);
    reportInvalid(place, rule(name));
  });
}

/** Checks Endpoints; subsets that have not changed are accepted as they are. */
export function checkEndpoints(endpoints: Part, old: Part | undefined): void {
  const subsets = fieldPart(endpoints, "subsets");
  if (old !== undefined && !isChanged(subsets, fieldPart(old, "subsets"))) {
    return;
  }
  for (const subset of itemsOf(subsets)) {
    const ready = listAt(subset, "addresses");
    const others = listAt(subset, "notReadyAddresses");
    if (ready.length + others.length === 0) {
      reportRequired(subset, "must specify `addresses` or `notReadyAddresses`");
    }
    for (const address of [...ready, ...others]) {
      checkSubsetAddress(address);
    }
    const ports = listAt(subset, "ports");
    for (const port of ports) {
      checkSubsetPort(port, ports.length > 1);
    }
  }
}

function checkSubsetAddress(address: Part): void {
  const ip = fieldPart(address, "ip");
  if (checkAddress(ip)) {
    reportInvalid(ip, specialAddressFault(textOf(ip)));
  }
  const hostname = textAt(address, "hostname");
  reportInvalid(fieldPart(address, "hostname"), hostname === "" ? undefined : dnsLabel(hostname));
  checkText(fieldPart(address, "nodeName"), dnsSubdomain);
}

function checkSubsetPort(port: Part, isNamed: boolean): void {
  const name = textAt(port, "name");
  if (name !== "") {
    reportInvalid(fieldPart(port, "name"), dnsLabel(name));
  } else if (isNamed) {
    reportRequired(fieldPart(port, "name"));
  }
  portNumber(fieldPart(port, "port"));
  checkOneOfOrDefault(fieldPart(port, "protocol"), protocols);
  checkAppProtocol(port);
}

/**
 * Rules for Services.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import {
  reportDuplicate,
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  checkOneOfOrDefault,
  reportRequired,
} from "../check/faults.ts";
import { checkAddress, checkRange, specialAddressFault } from "../check/addresses.ts";
import { checkLabels } from "../check/labels.ts";
import { dnsLabel, dnsSubdomain, qualifiedLabel } from "../check/names.ts";
import { portNumber, portNumberOrName } from "../check/numbers.ts";
import {
  fieldPart,
  countOf,
  has,
  isSet,
  keyAt,
  listAt,
  numberAt,
  type Part,
  reportedAt,
  textAt,
  textOf,
  textsAt,
} from "../check/part.ts";
import { checkClusterIps, isHeadless } from "./cluster-ips.ts";
import { checkLoadBalancerFields, checkTraffic } from "./service-traffic.ts";
import { checkServiceUpdate, type KeptFields, keptFields, neverKept, serviceType } from "./service-update.ts";

/** Checks a Service, with the defaults of the API server. */
export function checkService(service: Part, old: Part | undefined): void {
  const spec = fieldPart(service, "spec");
  const type = serviceType(spec);
  const kept = old === undefined ? neverKept : keptFields(spec, fieldPart(old, "spec"));
  if (!hasValidAddresses(spec, old)) {
    return;
  }
  checkType(spec, type, kept);
  checkPortCount(spec, type, old);
  checkPorts(spec, type, old);
  checkLabels(fieldPart(spec, "selector"));
  checkAffinity(spec);
  checkExternalIps(spec, old);
  checkSourceRanges(service, old);
  checkTraffic(spec, type, kept);
  checkLoadBalancerFields(spec, type, kept);
  checkTopologyHints(service);
  if (old !== undefined) {
    checkServiceUpdate(spec, fieldPart(old, "spec"));
  }
}

/** Checks the addresses: the API server allocates them first, and reports nothing else if they are wrong. */
function hasValidAddresses(spec: Part, old: Part | undefined): boolean {
  const { faults } = spec.run;
  const before = faults.length;
  checkClusterIps(spec, old);
  return faults.length === before;
}

const types = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];

function checkType(spec: Part, type: string, isKept: KeptFields): void {
  checkOneOfOrDefault(fieldPart(spec, "type"), types);
  if ((type === "LoadBalancer" || type === "NodePort") && isHeadless(spec)) {
    const [first = fieldPart(spec, "clusterIP")] = listAt(spec, "clusterIPs");
    reportInvalid(
      reportedAt(first, fieldPart(spec, "clusterIPs"), 0),
      `may not be set to 'None' for ${type} services`,
    );
  }
  if (type === "ExternalName") {
    checkExternalName(spec, isKept);
  }
}

/** A headless Service and an alias need no ports. */
function checkPortCount(spec: Part, type: string, old: Part | undefined): void {
  const wasHeadless = old !== undefined && isHeadless(fieldPart(old, "spec"));
  const staysHeadless = wasHeadless && textAt(spec, "clusterIP") === "";
  const isPortless = isHeadless(spec) || staysHeadless || type === "ExternalName";
  if (countOf(fieldPart(spec, "ports")) === 0 && !isPortless) {
    reportRequired(fieldPart(spec, "ports"));
  }
}

/** An address may be given by either of two fields. */
function checkExternalName(spec: Part, isKept: KeptFields): void {
  const hasAddress = textAt(spec, "clusterIP") !== "" || countOf(fieldPart(spec, "clusterIPs")) > 0;
  const given: readonly (readonly [name: string, isGiven: boolean])[] = [
    ["clusterIPs", hasAddress && !isKept("clusterIP")],
    ["ipFamilies", countOf(fieldPart(spec, "ipFamilies")) > 0 && !isKept("ipFamilies")],
    ["ipFamilyPolicy", has(spec, "ipFamilyPolicy") && !isKept("ipFamilyPolicy")],
  ];
  for (const [name] of given.filter(([, isGiven]) => isGiven)) {
    reportForbidden(fieldPart(spec, name), "may not be set for ExternalName services");
  }
  const place = fieldPart(spec, "externalName");
  const name = textAt(spec, "externalName").replace(/\.$/, "");
  if (name === "") {
    reportRequired(place);
  } else {
    reportInvalid(place, dnsSubdomain(name));
  }
}

function checkPorts(spec: Part, type: string, old: Part | undefined): void {
  const ports = listAt(spec, "ports");
  const [names, numbers] = [new Set<string>(), new Set<string>()];
  for (const port of ports) {
    checkPort(port, names, ports.length > 1);
    const key = `${protocolOf(port)}/${numberAt(port, "port") ?? 0}`;
    if (numbers.has(key)) {
      reportDuplicate(port, key);
    }
    numbers.add(key);
  }
  const isOther = old !== undefined && serviceType(fieldPart(old, "spec")) !== type;
  checkNodePorts(ports, {
    areForbidden: type === "ClusterIP" && !isOther,
    areAllocated: allocatesNodePorts(spec, type),
  });
}

function protocolOf(port: Part): string {
  return textAt(port, "protocol") || "TCP";
}

function allocatesNodePorts(spec: Part, type: string): boolean {
  const isDeclined = fieldPart(spec, "allocateLoadBalancerNodePorts").value === false;
  return type === "NodePort" || (type === "LoadBalancer" && !isDeclined);
}

function checkNodePorts(
  ports: readonly Part[],
  { areForbidden, areAllocated }: { readonly areForbidden: boolean; readonly areAllocated: boolean },
): void {
  const taken = new Set<string>();
  for (const port of ports) {
    const own = numberAt(port, "nodePort") ?? 0;
    if (own !== 0 && areForbidden) {
      reportForbidden(fieldPart(port, "nodePort"), "may not be used when `type` is 'ClusterIP'");
    }
    if (own !== 0 || areAllocated) {
      const key = `${protocolOf(port)}/${own === 0 ? allocatedPort(port, ports) : own}`;
      if (taken.has(key)) {
        reportDuplicate(fieldPart(port, "nodePort"), key);
      }
      taken.add(key);
    }
  }
}

/** The node port that the API server allocates: entries of one port share one, if possible a given one. */
function allocatedPort(port: Part, ports: readonly Part[]): string {
  const number = numberAt(port, "port") ?? 0;
  const given = ports
    .filter((other) => (numberAt(other, "port") ?? 0) === number)
    .find((other) => (numberAt(other, "nodePort") ?? 0) !== 0);
  return given === undefined ? `any port for ${number}` : String(numberAt(given, "nodePort"));
}

function checkPort(port: Part, names: Set<string>, isNamed: boolean): void {
  const name = textAt(port, "name");
  if (name === "" && isNamed) {
    reportRequired(fieldPart(port, "name"));
  } else if (name !== "") {
    reportInvalid(fieldPart(port, "name"), dnsLabel(name));
    if (names.has(name)) {
      reportDuplicate(fieldPart(port, "name"), name);
    }
    names.add(name);
  }
  portNumber(fieldPart(port, "port"));
  checkOneOfOrDefault(fieldPart(port, "protocol"), ["SCTP", "TCP", "UDP"]);
  checkTargetPort(port);
  if (has(port, "appProtocol")) {
    reportInvalid(fieldPart(port, "appProtocol"), qualifiedLabel(textAt(port, "appProtocol")));
  }
}

/** An absent target is the port itself. */
function checkTargetPort(port: Part): void {
  const target = fieldPart(port, "targetPort");
  const isDefaulted = !isSet(target) || target.value === 0 || target.value === "";
  portNumberOrName(isDefaulted ? reportedAt(fieldPart(port, "port"), port, "targetPort") : target);
}

function checkAffinity(spec: Part): void {
  const affinity = textAt(spec, "sessionAffinity") || "None";
  if (!["ClientIP", "None"].includes(affinity)) {
    reportNotSupported(fieldPart(spec, "sessionAffinity"), ["ClientIP", "None"]);
  } else if (affinity === "ClientIP") {
    const timeout = fieldPart(spec, "sessionAffinityConfig", "clientIP", "timeoutSeconds");
    const seconds = numberAt(fieldPart(spec, "sessionAffinityConfig", "clientIP"), "timeoutSeconds") ?? 1;
    const isRight = seconds > 0 && seconds <= 86_400;
    reportInvalid(timeout, isRight ? undefined : "must be greater than 0 and less than 86400");
  }
}

function checkExternalIps(spec: Part, old: Part | undefined): void {
  const kept = old === undefined ? [] : textsAt(fieldPart(old, "spec"), "externalIPs");
  for (const address of listAt(spec, "externalIPs")) {
    if (checkAddress(address, kept)) {
      reportInvalid(address, specialAddressFault(textOf(address)));
    }
  }
}

const rangesAnnotation = "service.beta.kubernetes.io/load-balancer-source-ranges";

function checkSourceRanges(service: Part, old: Part | undefined): void {
  const spec = fieldPart(service, "spec");
  const place = fieldPart(spec, "LoadBalancerSourceRanges");
  const list = fieldPart(spec, "loadBalancerSourceRanges");
  const annotation = keyAt(fieldPart(service, "metadata", "annotations"), rangesAnnotation);
  const kept = old === undefined ? [] : textsAt(fieldPart(old, "spec"), "loadBalancerSourceRanges");
  const isBalanced = serviceType(spec) === "LoadBalancer";
  if (countOf(list) > 0) {
    for (const [index, range] of listAt(spec, "loadBalancerSourceRanges").entries()) {
      checkRange(
        reportedAt(range, place, index),
        kept.map((one) => one.trim()),
      );
    }
    if (!isBalanced) {
      reportForbidden(reportedAt(list, place), "may only be used when `type` is 'LoadBalancer'");
    }
  } else if (isSet(annotation)) {
    if (!isBalanced) {
      reportForbidden(annotation, "may only be used when `type` is 'LoadBalancer'");
    }
    const text = textOf(annotation).trim();
    for (const range of text === "" || old !== undefined ? [] : text.split(",")) {
      checkRange({ ...annotation, value: range });
    }
  }
}

function checkTopologyHints(service: Part): void {
  const annotations = fieldPart(service, "metadata", "annotations");
  const mode = keyAt(annotations, "service.kubernetes.io/topology-mode");
  const hints = keyAt(annotations, "service.kubernetes.io/topology-aware-hints");
  if (isSet(mode) && isSet(hints) && mode.value !== hints.value) {
    reportInvalid(
      mode,
      "must match annotations[service.kubernetes.io/topology-aware-hints] when both are specified",
    );
  }
}

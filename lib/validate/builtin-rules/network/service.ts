/**
 * Rules for Services.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import {
  reportDuplicate,
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  checkOneOf,
  checkOneOfOrDefault,
  reportRequired,
} from "../check/faults.ts";
import { checkAddress, checkRange } from "../check/addresses.ts";
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
import { checkServiceUpdate } from "./service-update.ts";

/** Checks a Service, with the defaults of the API server. */
export function checkService(service: Part, old: Part | undefined): void {
  const spec = fieldPart(service, "spec");
  const type = serviceType(spec);
  checkType(spec, type);
  checkPorts(spec, type);
  checkLabels(fieldPart(spec, "selector"));
  checkAffinity(spec);
  checkClusterIps(spec, old);
  checkExternalIps(spec, old);
  checkSourceRanges(service, old);
  checkTraffic(spec, type);
  checkLoadBalancerFields(spec, type);
  checkTopologyHints(service);
  if (old !== undefined) {
    checkServiceUpdate(spec, fieldPart(old, "spec"));
  }
}

/** The type of a Service with its default. */
export function serviceType(spec: Part): string {
  return textAt(spec, "type") || "ClusterIP";
}

const types = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];

function checkType(spec: Part, type: string): void {
  checkOneOfOrDefault(fieldPart(spec, "type"), types);
  if (countOf(fieldPart(spec, "ports")) === 0 && !isHeadless(spec) && type !== "ExternalName") {
    reportRequired(fieldPart(spec, "ports"));
  }
  if ((type === "LoadBalancer" || type === "NodePort") && isHeadless(spec)) {
    const [first = fieldPart(spec, "clusterIP")] = listAt(spec, "clusterIPs");
    reportInvalid(
      reportedAt(first, fieldPart(spec, "clusterIPs"), 0),
      `may not be set to 'None' for ${type} services`,
    );
  }
  if (type === "ExternalName") {
    checkExternalName(spec);
  }
}

function checkExternalName(spec: Part): void {
  for (const name of ["clusterIPs", "ipFamilies", "ipFamilyPolicy"]) {
    const isGiven = name === "ipFamilyPolicy" ? has(spec, name) : countOf(fieldPart(spec, name)) > 0;
    const isAlias = name === "clusterIPs" && textAt(spec, "clusterIP") !== "";
    if (isGiven || isAlias) {
      reportForbidden(fieldPart(spec, name), "may not be set for ExternalName services");
    }
  }
  const place = fieldPart(spec, "externalName");
  const name = textAt(spec, "externalName").replace(/\.$/, "");
  if (name === "") {
    reportRequired(place);
  } else {
    reportInvalid(place, dnsSubdomain(name));
  }
}

function checkPorts(spec: Part, type: string): void {
  const ports = listAt(spec, "ports");
  const names = new Set<string>();
  const [nodePorts, numbers] = [new Set<string>(), new Set<string>()];
  for (const port of ports) {
    checkPort(port, names, ports.length > 1);
    const node = numberAt(port, "nodePort") ?? 0;
    const protocol = textAt(port, "protocol") || "TCP";
    if (type === "ClusterIP" && node !== 0) {
      reportForbidden(fieldPart(port, "nodePort"), "may not be used when `type` is 'ClusterIP'");
    }
    if (node !== 0 && nodePorts.has(`${protocol}/${node}`)) {
      reportDuplicate(fieldPart(port, "nodePort"), String(node));
    }
    const key = `${protocol}/${numberAt(port, "port") ?? 0}`;
    if (numbers.has(key)) {
      reportDuplicate(port, key);
    }
    nodePorts.add(`${protocol}/${node}`);
    numbers.add(key);
  }
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

/** Addresses that only the machine itself or its link can reach. */
function specialAddressFault(text: string): string | undefined {
  if (/^(?:0\.0\.0\.0|::)$/.test(text)) {
    return `may not be unspecified (${text})`;
  }
  if (/^127\.|^::1$/.test(text)) {
    return "may not be in the loopback range (127.0.0.0/8, ::1/128)";
  }
  if (/^169\.254\.|^fe[89ab][0-9a-f]:/i.test(text)) {
    return "may not be in the link-local range (169.254.0.0/16, fe80::/10)";
  }
  return /^224\.0\.0\.|^ff02:/i.test(text)
    ? "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"
    : undefined;
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

function isExternal(spec: Part, type: string): boolean {
  return (
    type === "LoadBalancer" ||
    type === "NodePort" ||
    (type === "ClusterIP" && countOf(fieldPart(spec, "externalIPs")) > 0)
  );
}

function checkTraffic(spec: Part, type: string): void {
  const [policy, external] = [
    textAt(spec, "externalTrafficPolicy"),
    fieldPart(spec, "externalTrafficPolicy"),
  ];
  if (isExternal(spec, type)) {
    checkOneOfOrDefault(external, ["Cluster", "Local"]);
  } else if (policy !== "") {
    reportInvalid(external, "may only be set for externally-accessible services");
  }
  const health = numberAt(spec, "healthCheckNodePort") ?? 0;
  if (health !== 0 && !(type === "LoadBalancer" && policy === "Local")) {
    reportInvalid(
      fieldPart(spec, "healthCheckNodePort"),
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    );
  } else if (health !== 0) {
    portNumber(fieldPart(spec, "healthCheckNodePort"));
  }
  checkOneOf(fieldPart(spec, "internalTrafficPolicy"), ["Cluster", "Local"]);
  if (spec.run.minor >= 31) {
    const near = spec.run.minor >= 34 ? ["PreferSameNode", "PreferSameZone"] : [];
    checkOneOf(fieldPart(spec, "trafficDistribution"), ["PreferClose", ...near]);
  }
}

function checkLoadBalancerFields(spec: Part, type: string): void {
  const message = "may only be used when `type` is 'LoadBalancer'";
  const name = fieldPart(spec, "loadBalancerClass");
  if (type !== "LoadBalancer") {
    for (const field of ["allocateLoadBalancerNodePorts", "loadBalancerClass"]) {
      if (has(spec, field)) {
        reportForbidden(fieldPart(spec, field), message);
      }
    }
  } else if (isSet(name)) {
    reportInvalid(name, qualifiedLabel(textOf(name)));
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

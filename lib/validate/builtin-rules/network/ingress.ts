/**
 * Rules for Ingresses and IngressClasses.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/networking/validation/validation.go
 */
import { isAddress } from "../check/addresses.ts";
import { immutableAt } from "../check/changes.ts";
import {
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  reportRequired,
  requiredText,
  reportTooLong,
} from "../check/faults.ts";
import {
  dns1035Label,
  dnsLabel,
  dnsSubdomain,
  domainPrefixedPath,
  pathSegment,
  portName,
  wildcardSubdomain,
} from "../check/names.ts";
import { portNumber } from "../check/numbers.ts";
import {
  fieldPart,
  has,
  isSet,
  keyAt,
  listAt,
  numberAt,
  type Part,
  reportedAt,
  textAt,
  textOf,
} from "../check/part.ts";

/** Checks an Ingress. */
export function checkIngress(ingress: Part, old: Part | undefined): void {
  const spec = fieldPart(ingress, "spec");
  const rules = listAt(spec, "rules");
  if (rules.length === 0 && !has(spec, "defaultBackend")) {
    reportInvalid(spec, "either `defaultBackend` or `rules` must be specified");
  }
  if (has(spec, "defaultBackend")) {
    checkBackend(fieldPart(spec, "defaultBackend"));
  }
  for (const rule of rules) {
    checkRule(rule);
  }
  for (const tls of listAt(spec, "tls")) {
    checkTls(tls);
  }
  if (has(spec, "ingressClassName")) {
    reportInvalid(fieldPart(spec, "ingressClassName"), dnsSubdomain(textAt(spec, "ingressClassName")));
  }
  if (old === undefined) {
    checkClassAnnotation(ingress);
  }
}

const classAnnotation = "kubernetes.io/ingress.class";

function checkClassAnnotation(ingress: Part): void {
  const annotation = keyAt(fieldPart(ingress, "metadata", "annotations"), classAnnotation);
  const name = fieldPart(ingress, "spec", "ingressClassName");
  if (isSet(annotation) && isSet(name) && annotation.value !== name.value) {
    reportInvalid(
      reportedAt(annotation, ingress, "annotations", classAnnotation),
      "must match `ingressClassName` when both are specified",
    );
  }
}

function checkHost(part: Part): void {
  const host = textOf(part);
  reportInvalid(part, (host.includes("*") ? wildcardSubdomain : dnsSubdomain)(host));
}

function checkTls(tls: Part): void {
  for (const host of listAt(tls, "hosts")) {
    checkHost(host);
  }
  const secret = textAt(tls, "secretName");
  reportInvalid(fieldPart(tls, "secretName"), secret === "" ? undefined : dnsSubdomain(secret));
}

function checkRule(rule: Part): void {
  const host = fieldPart(rule, "host");
  const text = textOf(host);
  if (text !== "") {
    reportInvalid(host, isAddress(text) ? "must be a DNS name, not an IP address" : undefined);
    checkHost(host);
  }
  const http = fieldPart(rule, "http");
  if (isSet(http)) {
    const paths = listAt(http, "paths");
    if (paths.length === 0) {
      reportRequired(fieldPart(http, "paths"));
    }
    for (const path of paths) {
      checkPath(path);
    }
  }
}

const pathTypes = ["Exact", "ImplementationSpecific", "Prefix"];

function checkPath(part: Part): void {
  const [place, path, type] = [fieldPart(part, "path"), textAt(part, "path"), textAt(part, "pathType")];
  if (!has(part, "pathType")) {
    reportRequired(fieldPart(part, "pathType"), "pathType must be specified");
    return;
  }
  if (!pathTypes.includes(type)) {
    reportNotSupported(fieldPart(part, "pathType"), pathTypes);
  } else if (!path.startsWith("/") && (path !== "" || type !== "ImplementationSpecific")) {
    reportInvalid(place, "must be an absolute path");
  }
  if (type === "Exact" || type === "Prefix") {
    reportInvalid(place, pathFault(path));
  }
  checkBackend(fieldPart(part, "backend"));
}

function pathFault(path: string): string | undefined {
  const sequence = ["//", "/./", "/../", "%2f", "%2F"].find((one) => path.includes(one));
  const suffix = ["/..", "/."].find((one) => path.endsWith(one));
  if (sequence !== undefined) {
    return `must not contain '${sequence}'`;
  }
  return suffix === undefined ? undefined : `cannot end with '${suffix}'`;
}

function checkBackend(backend: Part): void {
  const [service, resource] = [fieldPart(backend, "service"), fieldPart(backend, "resource")];
  if (isSet(service) && isSet(resource)) {
    reportInvalid(backend, "cannot set both resource and service backends");
  } else if (isSet(resource)) {
    checkReference(resource);
  } else if (isSet(service)) {
    checkService(service, backend);
  } else {
    reportInvalid(backend, "resource or service backend is required");
  }
}

/** The minor version since which names of Services may start with a digit. */
const relaxedNamesSince = 36;

function checkService(service: Part, backend: Part): void {
  const name = fieldPart(service, "name");
  if (requiredText(name)) {
    const rule = service.run.minor >= relaxedNamesSince ? dnsLabel : dns1035Label;
    reportInvalid(name, rule(textOf(name)));
  }
  const port = fieldPart(service, "port");
  const isNumbered = (numberAt(port, "number") ?? 0) !== 0;
  const isNamed = textAt(port, "name") !== "";
  if (isNumbered && isNamed) {
    reportInvalid(backend, "cannot set both port name & port number");
  } else if (isNamed) {
    reportInvalid(fieldPart(port, "name"), portName(textAt(port, "name")));
  } else if (isNumbered) {
    portNumber(fieldPart(port, "number"));
  } else {
    reportRequired(backend, "port name or number is required");
  }
}

function checkReference(reference: Part): void {
  if (has(reference, "apiGroup")) {
    reportInvalid(fieldPart(reference, "apiGroup"), dnsSubdomain(textAt(reference, "apiGroup")));
  }
  for (const name of ["kind", "name"]) {
    if (requiredText(fieldPart(reference, name))) {
      reportInvalid(fieldPart(reference, name), pathSegment(textAt(reference, name)));
    }
  }
}

/** Checks an IngressClass. */
export function checkIngressClass(ingressClass: Part, old: Part | undefined): void {
  const spec = fieldPart(ingressClass, "spec");
  const controller = fieldPart(spec, "controller");
  if (requiredText(controller)) {
    const text = textOf(controller);
    if (text.length > 250) {
      reportTooLong(controller, 250);
    }
    reportInvalid(controller, domainPrefixedPath(text));
  }
  const parameters = fieldPart(spec, "parameters");
  if (isSet(parameters)) {
    checkReference(parameters);
    checkScope(parameters);
  }
  if (old !== undefined) {
    immutableAt(spec, fieldPart(old, "spec"), "controller");
  }
}

function checkScope(parameters: Part): void {
  const scope = textAt(parameters, "scope") || (has(parameters, "scope") ? "" : "Cluster");
  const namespace = fieldPart(parameters, "namespace");
  if (scope === "Namespace") {
    if (isSet(namespace)) {
      reportInvalid(namespace, dnsLabel(textOf(namespace)));
    } else {
      reportRequired(namespace, "`parameters.scope` is set to 'Namespace'");
    }
  } else if (scope !== "Cluster") {
    reportNotSupported(fieldPart(parameters, "scope"), ["Cluster", "Namespace"]);
  } else if (isSet(namespace)) {
    reportForbidden(namespace, "`parameters.scope` is set to 'Cluster'");
  }
}

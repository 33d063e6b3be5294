/**
 * Rules for environment variables and their sources.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { reportInvalid, reportNotSupported, reportRequired, requiredText } from "../check/faults.ts";
import {
  configKey,
  dnsLabel,
  dnsSubdomain,
  type NameRule,
  qualifiedLabel,
  relaxedVariable,
  strictVariable,
} from "../check/names.ts";
import { fieldPart, itemsOf, has, type Part, textAt } from "../check/part.ts";
import { noBacksteps } from "../check/paths.ts";
import { quantityOf } from "../check/quantities.ts";
import { compareQuantities, parseQuantity, signOf } from "../../../object/quantity/quantity.ts";

/** Checks the variables of a container. */
export function checkEnv(env: Part): void {
  const rule = variableRule(env);
  for (const variable of itemsOf(env)) {
    if (requiredText(fieldPart(variable, "name"))) {
      reportInvalid(fieldPart(variable, "name"), rule(textAt(variable, "name")));
    }
    if (has(variable, "valueFrom")) {
      checkSources(fieldPart(variable, "valueFrom"), textAt(variable, "value"));
    }
  }
}

function variableRule({ run }: Part): NameRule {
  return run.minor >= 32 ? relaxedVariable : strictVariable;
}

const sources: readonly (readonly [name: string, check: (source: Part) => void])[] = [
  ["fieldRef", (source) => checkFieldRef(source, variableFields)],
  ["resourceFieldRef", (source) => checkResourceRef(source, false)],
  ["configMapKeyRef", checkKeyRef],
  ["secretKeyRef", checkKeyRef],
  ["fileKeyRef", checkFileKeyRef],
];

function checkSources(valueFrom: Part, value: string): void {
  const given = sources.filter(([name]) => has(valueFrom, name));
  for (const [name, check] of given) {
    check(fieldPart(valueFrom, name));
  }
  if (given.length === 0) {
    reportInvalid(
      valueFrom,
      "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`",
    );
  } else if (value !== "") {
    reportInvalid(valueFrom, "may not be specified when `value` is not empty");
  } else if (given.length > 1) {
    reportInvalid(valueFrom, "may not have more than one field specified at a time");
  }
}

function checkKeyRef(source: Part): void {
  reportInvalid(fieldPart(source, "name"), dnsSubdomain(textAt(source, "name")));
  if (requiredText(fieldPart(source, "key"))) {
    reportInvalid(fieldPart(source, "key"), configKey(textAt(source, "key")));
  }
}

function checkFileKeyRef(source: Part): void {
  if (requiredText(fieldPart(source, "key"))) {
    reportInvalid(fieldPart(source, "key"), relaxedVariable(textAt(source, "key")));
  }
  if (requiredText(fieldPart(source, "volumeName"))) {
    reportInvalid(fieldPart(source, "volumeName"), dnsLabel(textAt(source, "volumeName")));
  }
  if (requiredText(fieldPart(source, "path"))) {
    noBacksteps(fieldPart(source, "path"));
  }
}

const variableFields = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

const volumeFields = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "metadata.labels",
  "metadata.annotations",
];

/** Checks a field of the pod that is written to a file. */
export function checkVolumeFieldRef(source: Part): void {
  checkFieldRef(source, volumeFields);
}

/** Checks a resource of a container that is written to a file. */
export function checkVolumeResourceRef(source: Part): void {
  checkResourceRef(source, true);
}

/** Fields that the API server knows, besides those with a subscript. */
const knownFields: ReadonlySet<string> = new Set([
  ...variableFields,
  ...volumeFields,
  "spec.restartPolicy",
  "spec.schedulerName",
  "status.phase",
  "spec.host",
]);

function checkFieldRef(source: Part, fields: readonly string[]): void {
  const place = fieldPart(source, "fieldPath");
  const path = textAt(source, "fieldPath");
  const version = textAt(source, "apiVersion") || "v1";
  if (!requiredText(place)) {
    return;
  }
  const subscript = /^(.+?)\['(.*)'\]$/s.exec(path);
  if (version !== "v1") {
    reportInvalid(place, `error converting fieldPath: unsupported pod version: ${version}`);
  } else if (subscript !== null) {
    checkSubscript(source, subscript[1] ?? "", subscript[2] ?? "");
  } else if (!knownFields.has(path)) {
    reportInvalid(place, `error converting fieldPath: field label not supported: ${path}`);
  } else if (!fields.includes(path === "spec.host" ? "spec.nodeName" : path)) {
    reportNotSupported(place, fields);
  }
}

function checkSubscript(source: Part, path: string, key: string): void {
  if (path === "metadata.annotations") {
    reportInvalid(source, qualifiedLabel(key.toLowerCase()));
  } else if (path === "metadata.labels") {
    reportInvalid(source, qualifiedLabel(key));
  } else {
    reportInvalid(
      fieldPart(source, "fieldPath"),
      `error converting fieldPath: field label does not support subscript: ${path}`,
    );
  }
}

const resourceFields = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];

function checkResourceRef(source: Part, isVolume: boolean): void {
  const resource = textAt(source, "resource");
  if (isVolume && textAt(source, "containerName") === "") {
    reportRequired(fieldPart(source, "containerName"));
  } else if (resource === "") {
    reportRequired(fieldPart(source, "resource"));
  } else if (!resourceFields.includes(resource) && !/^(?:requests|limits)\.hugepages-/.test(resource)) {
    reportNotSupported(fieldPart(source, "resource"), resourceFields);
  }
  checkDivisor(fieldPart(source, "divisor"), resource);
}

const cpuDivisors = ["1m", "1"];
const memoryDivisors = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];

function checkDivisor(divisor: Part, resource: string): void {
  const quantity = quantityOf(divisor);
  const isMemory = /^(?:requests|limits)\.(?:memory|ephemeral-storage|hugepages-)/.test(resource);
  const isCpu = /^(?:requests|limits)\.cpu$/.test(resource);
  if (quantity === undefined || signOf(quantity) === 0n || !(isMemory || isCpu)) {
    return;
  }
  const allowed = isCpu ? cpuDivisors : memoryDivisors;
  const isAllowed = allowed.some((text) => {
    const one = parseQuantity(text);
    return !("fault" in one) && compareQuantities(one, quantity) === 0;
  });
  if (!isAllowed) {
    reportInvalid(divisor, `only divisor's values ${allowed.join(", ")} are supported with the resource`);
  }
}

/** Checks the ConfigMaps and Secrets whose keys become variables; the API server names the list. */
export function checkEnvFrom(envFrom: Part): void {
  const rule = variableRule(envFrom);
  for (const source of itemsOf(envFrom)) {
    const prefix = textAt(source, "prefix");
    reportInvalid(fieldPart(source, "prefix"), prefix === "" ? undefined : rule(prefix));
    const given = ["configMapRef", "secretRef"].filter((name) => has(source, name));
    for (const name of given) {
      const reference = fieldPart(source, name, "name");
      if (requiredText(reference)) {
        reportInvalid(reference, prefixedName(textAt(fieldPart(source, name), "name")));
      }
    }
    if (given.length === 0) {
      reportInvalid(envFrom, "must specify one of: `configMapRef` or `secretRef`");
    } else if (given.length > 1) {
      reportInvalid(envFrom, "may not have more than one field specified at a time");
    }
  }
}

/** The API server accepts a dash at the end, as if the name were a prefix of generated ones. */
const prefixedName: NameRule = (name) => dnsSubdomain(name.replace(/-$/, "a"));

/**
 * Rules for ConfigMaps and Secrets.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import type { JsonObject } from "../../../object/json.ts";
import { immutable } from "../check/changes.ts";
import { reportForbidden, reportInvalid, reportRequired, reportTooLong } from "../check/faults.ts";
import { configKey } from "../check/names.ts";
import {
  fieldPart,
  isSet,
  isTrueAt,
  keyAt,
  keysOf,
  type Part,
  rootPart,
  textAt,
  textOf,
  valuesOf,
} from "../check/part.ts";

const mostBytes = 1024 * 1024;

/** Checks a ConfigMap. */
export function checkConfigMap(map: Part, old: Part | undefined): void {
  const [data, binary] = [fieldPart(map, "data"), fieldPart(map, "binaryData")];
  const binaryKeys = new Set(keysOf(binary));
  let size = 0;
  for (const [key, value] of valuesOf(data)) {
    reportInvalid(value, configKey(key));
    reportInvalid(value, binaryKeys.has(key) ? "duplicate of key present in binaryData" : undefined);
    size += Buffer.byteLength(textOf(value));
  }
  for (const [key, value] of valuesOf(binary)) {
    reportInvalid(value, configKey(key));
    size += decodedLength(textOf(value));
  }
  if (size > mostBytes) {
    reportTooLong(map, mostBytes);
  }
  checkImmutable(map, old, ["data", "binaryData"]);
}

/** Checks that data which were declared immutable stay as they are. */
function checkImmutable(map: Part, old: Part | undefined, names: readonly string[]): void {
  if (old === undefined || !isTrueAt(old, "immutable")) {
    return;
  }
  if (!isTrueAt(map, "immutable")) {
    reportForbidden(fieldPart(map, "immutable"), "field is immutable when `immutable` is set");
  }
  for (const name of names) {
    if (!sameEntries(fieldPart(map, name), fieldPart(old, name))) {
      reportForbidden(fieldPart(map, name), "field is immutable when `immutable` is set");
    }
  }
}

function sameEntries(left: Part, right: Part): boolean {
  const keys = new Set([...keysOf(left), ...keysOf(right)]);
  return [...keys].every((key) => {
    const [one, other] = [keyAt(left, key), keyAt(right, key)];
    return isSet(one) === isSet(other) && textOf(one) === textOf(other);
  });
}

function decodedLength(base64: string): number {
  return Buffer.byteLength(base64, "base64");
}

/** Checks a Secret. Values of `stringData` replace those of `data`. */
export function checkSecret(secret: Part, old: Part | undefined): void {
  const data = fieldPart(secret, "data");
  const plain = fieldPart(secret, "stringData");
  const sizes = new Map<string, number>();
  for (const [key, value] of [...valuesOf(data), ...valuesOf(plain)]) {
    const isPlain = value.parent?.step === "stringData";
    const text = textOf(value);
    sizes.set(key, isPlain ? Buffer.byteLength(text) : decodedLength(text));
    reportInvalid({ ...keyAt(data, key), real: value }, configKey(key));
  }
  if (sizes.values().reduce((sum, size) => sum + size, 0) > mostBytes) {
    reportTooLong(data, mostBytes);
  }
  checkType(secret, { data, plain, sizes });
  if (old !== undefined) {
    const [type, oldType] = [serviceType(secret), serviceType(old)];
    immutable({ ...fieldPart(secret, "type"), value: type }, { ...fieldPart(old, "type"), value: oldType });
    checkImmutable(merged(secret), merged(old), ["data"]);
  }
}

function serviceType(secret: Part): string {
  return textAt(secret, "type") || "Opaque";
}

/** The Secret with all values in `data`. */
function merged(secret: Part): Part {
  const data: Record<string, string> = {};
  for (const [key, value] of valuesOf(fieldPart(secret, "data"))) {
    data[key] = Buffer.from(textOf(value), "base64").toString("base64");
  }
  for (const [key, value] of valuesOf(fieldPart(secret, "stringData"))) {
    data[key] = Buffer.from(textOf(value)).toString("base64");
  }
  const object: JsonObject = { ...Object(secret.value), data };
  return rootPart(object, secret.run);
}

interface SecretData {
  readonly data: Part;
  readonly plain: Part;
  readonly sizes: ReadonlyMap<string, number>;
}

/** Keys that a Secret of that type must have. */
const requiredKeys: Readonly<Record<string, readonly string[]>> = {
  "kubernetes.io/dockercfg": [".dockercfg"],
  "kubernetes.io/dockerconfigjson": [".dockerconfigjson"],
  "kubernetes.io/tls": ["tls.crt", "tls.key"],
};

function checkType(secret: Part, { data, plain, sizes }: SecretData): void {
  const type = serviceType(secret);
  for (const key of requiredKeys[type] ?? []) {
    if (!sizes.has(key)) {
      reportRequired(keyAt(data, key));
    } else if (key.startsWith(".") && !isJsonMap(data, plain, key)) {
      reportInvalid(keyAt(data, key), "is not a JSON object");
    }
  }
  if (type === "kubernetes.io/service-account-token") {
    checkAccount(secret);
  } else {
    checkCredentials(type, data, sizes);
  }
}

function checkCredentials(type: string, data: Part, sizes: SecretData["sizes"]): void {
  if (type === "kubernetes.io/ssh-auth" && (sizes.get("ssh-privatekey") ?? 0) === 0) {
    reportRequired(keyAt(data, "ssh-privatekey"));
  } else if (type === "kubernetes.io/basic-auth" && !sizes.has("username") && !sizes.has("password")) {
    reportRequired(keyAt(data, "username"));
    reportRequired(keyAt(data, "password"));
  }
}

function checkAccount(secret: Part): void {
  const account = keyAt(fieldPart(secret, "metadata", "annotations"), "kubernetes.io/service-account.name");
  if (textOf(account) === "") {
    reportRequired(account);
  }
}

function isJsonMap(data: Part, plain: Part, key: string): boolean {
  const own = keyAt(plain, key);
  const text = isSet(own) ? textOf(own) : Buffer.from(textOf(keyAt(data, key)), "base64").toString();
  try {
    const value: unknown = JSON.parse(text);
    return value === null || (typeof value === "object" && !Array.isArray(value));
  } catch {
    return false;
  }
}

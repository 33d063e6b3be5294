/**
 * One cluster, context or user of a kubeconfig, read field by field. A fault names file and field, never the
 * value: that may be a secret.
 */
import { dirname, resolve } from "node:path";

import { field, isArray, isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import { AccessError } from "../model/api-error.ts";

/** A mapping in a kubeconfig, with its location. */
export interface KubeconfigEntry {
  readonly fields: JsonObject;
  /** The file that holds it, as an absolute path. */
  readonly file: string;
  /** `users[0].user.exec` */
  readonly path: string;
}

/** The fault of one field: `/home/me/.kube/config: users[0].user.token must be a string`. */
export function entryFault(entry: KubeconfigEntry, name: string, says: string): AccessError {
  return new AccessError(`${entry.file}: ${entry.path === "" ? name : `${entry.path}.${name}`} ${says}`);
}

/** The value of a field; undefined if it is absent or null. */
function valueOf(entry: KubeconfigEntry, name: string): JsonValue | undefined {
  return field(entry.fields, name) ?? undefined;
}

/** A field as text; empty if absent. */
export function entryText(entry: KubeconfigEntry, name: string): string {
  const value = valueOf(entry, name) ?? "";
  if (typeof value !== "string") {
    throw entryFault(entry, name, "must be a string; put it in quotes");
  }
  return value;
}

/** A field as a boolean; false if absent. */
export function flagOf(entry: KubeconfigEntry, name: string): boolean {
  const value = valueOf(entry, name) ?? false;
  if (typeof value !== "boolean") {
    throw entryFault(entry, name, "must be true or false");
  }
  return value;
}

/** A field as a list of texts; empty if absent. */
export function textsOf(entry: KubeconfigEntry, name: string): readonly string[] {
  const value = valueOf(entry, name) ?? [];
  if (!isArray(value)) {
    throw entryFault(entry, name, "must be a list of strings");
  }
  return value.map((text) => {
    if (typeof text !== "string") {
      throw entryFault(entry, name, "must be a list of strings");
    }
    return text;
  });
}

/** A field as a path, relative to the directory of its file; empty if absent. */
export function entryPath(entry: KubeconfigEntry, name: string): string {
  const text = entryText(entry, name);
  return text === "" ? "" : resolve(dirname(entry.file), text);
}

/** A base64 field, decoded; empty if absent. */
export function decodedOf(entry: KubeconfigEntry, name: string): string {
  const text = entryText(entry, name).replaceAll(/[\r\n]/g, "");
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw entryFault(entry, name, "is not valid base64");
  }
  return Buffer.from(text, "base64").toString("utf8");
}

/** A field as an entry of its own; undefined if absent. */
export function innerOf(entry: KubeconfigEntry, name: string): KubeconfigEntry | undefined {
  const value = valueOf(entry, name);
  if (value === undefined) {
    return undefined;
  }
  if (!isObject(value)) {
    throw entryFault(entry, name, "must be a mapping");
  }
  return { fields: value, file: entry.file, path: entry.path === "" ? name : `${entry.path}.${name}` };
}

/** The entries of a list of mappings; empty if absent. */
export function innersOf(entry: KubeconfigEntry, name: string): readonly KubeconfigEntry[] {
  const value = valueOf(entry, name) ?? [];
  if (!isArray(value)) {
    throw entryFault(entry, name, "must be a list");
  }
  const path = entry.path === "" ? name : `${entry.path}.${name}`;
  return value.map((fields, index) => {
    if (!isObject(fields)) {
      throw entryFault(entry, `${name}[${index}]`, "must be a mapping");
    }
    return { fields, file: entry.file, path: `${path}[${index}]` };
  });
}

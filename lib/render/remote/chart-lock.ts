import { createHash } from "node:crypto";

import { isArray, isObject, type JsonObject, type JsonValue, stringField } from "../../object/json.ts";

/** The fields of a dependency in the order of Helm's structure, and whether an empty one is kept. */
const fields = [
  { name: "name", isKept: true, empty: "" },
  { name: "version", isKept: false, empty: "" },
  { name: "repository", isKept: true, empty: "" },
  { name: "condition", isKept: false, empty: "" },
  { name: "tags", isKept: false, empty: [] },
  { name: "enabled", isKept: false, empty: false },
  { name: "import-values", isKept: false, empty: [] },
  { name: "alias", isKept: false, empty: "" },
] as const;

/** The dependency lists of a chart and of its lock. */
export interface LockedLists {
  readonly listed: readonly JsonValue[];
  readonly locked: readonly JsonValue[];
}

/**
 * Returns the digest that Helm writes to `Chart.lock`: the sha256 of both lists, as Go prints them in JSON. A
 * repository that is listed by its alias (`@stable`) counts as the address in the lock.
 */
export function lockDigest({ listed, locked }: LockedLists): string {
  const resolved = listed.map((each, index) => {
    const repository = stringField(each, "repository") ?? "";
    const address = stringField(locked[index], "repository");
    return isObject(each) && /^(?:@|alias:)/.test(repository) && address !== undefined
      ? { ...each, repository: address }
      : each;
  });
  return digestOf(`[${printList(resolved)},${printList(locked)}]`);
}

/** Returns the digest that Helm 2 wrote to `requirements.lock`. */
export function firstLockDigest(listed: readonly JsonValue[]): string {
  return digestOf(`{"dependencies":${printList(listed)}}`);
}

function digestOf(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

function printList(list: readonly JsonValue[]): string {
  return `[${list.map((each) => printDependency(isObject(each) ? each : {})).join(",")}]`;
}

function printDependency(dependency: JsonObject): string {
  const parts = fields.flatMap(({ name, isKept, empty }) => {
    const value = dependency[name] ?? empty;
    const isEmpty = isArray(value) ? value.length === 0 : value === empty;
    return isEmpty && !isKept ? [] : [`${print(name)}:${print(value)}`];
  });
  return `{${parts.join(",")}}`;
}

/** Prints as Go's encoder does: keys sorted, and characters escaped that HTML gives a meaning. */
function print(value: JsonValue): string {
  if (isArray(value)) {
    return `[${value.map(print).join(",")}]`;
  }
  if (isObject(value)) {
    const keys = Object.keys(value).toSorted();
    return `{${keys.map((key) => `${print(key)}:${print(value[key] ?? null)}`).join(",")}}`;
  }
  return JSON.stringify(typeof value === "bigint" ? Number(value) : value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

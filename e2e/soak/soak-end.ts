/** Checks the end of a soak: the cluster is in the state of the last commit, without leftovers. */
import { applySetId, parentName } from "../../lib/inventory/apply-set.ts";
import { isObject, type JsonObject, type JsonValue } from "../../lib/object/json.ts";
import type { LiveObject } from "../control-plane/api.ts";
import type { TestCluster } from "../control-plane/test-cluster.ts";
import { foreign } from "./edit-objects.ts";
import { resourceOf, soakedKinds } from "./soaked-kinds.ts";
import { type SoakedObject, soakedUnits } from "./soaked-set.ts";

/** The cluster and namespace to check. */
export interface EndPlace {
  readonly plane: Pick<TestCluster, "api" | "until">;
  readonly namespace: string;
}

const partOf = "applyset.kubernetes.io/part-of";

/**
 * Waits until all units are Ready at a commit. Returns those that are not after so many seconds; empty if all
 * are.
 */
export async function unitsNotReady(
  { plane, namespace }: EndPlace,
  commit: string,
  seconds: number,
): Promise<readonly string[]> {
  const units = `/apis/converge.dev/v1/namespaces/${namespace}/units`;
  const found = await Promise.all(
    soakedUnits.map(async (unit) => {
      try {
        await plane.until(`${units}/${unit}`, (object) => isReadyAt(object, commit), seconds);
        return [];
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        return [`unit ${unit} is not Ready at ${commit}: ${words}`];
      }
    }),
  );
  return found.flat();
}

function isReadyAt(object: LiveObject | undefined, commit: string): boolean {
  const { conditions, appliedRevision }: Reported = object?.status ?? {};
  const isReady = conditions?.some(({ type, status }) => type === "Ready" && status === "True");
  return isReady === true && appliedRevision?.commit === commit;
}

interface Reported {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  readonly appliedRevision?: { readonly commit: string };
}

/** The differences between the cluster and the objects, one per line. */
export async function differencesFrom(
  { plane, namespace }: EndPlace,
  wanted: readonly SoakedObject[],
): Promise<readonly string[]> {
  const lists = await Promise.all(
    soakedKinds.map(async (kind) => {
      const { object } = await plane.api("GET", resourceOf(kind, namespace));
      return compareKind(
        wanted.filter((one) => one.kind === kind),
        object?.items ?? [],
        namespace,
      );
    }),
  );
  return lists.flat();
}

function compareKind(
  wanted: readonly SoakedObject[],
  found: readonly LiveObject[],
  namespace: string,
): readonly string[] {
  const live = new Map(found.map((object) => [object.metadata.name, object]));
  const names = new Set(wanted.map(({ name }) => name));
  const left = found.filter(({ metadata }) => !names.has(metadata.name) && isOfSoak(metadata));
  return [
    ...wanted.flatMap((object) => compareObject(object, live.get(object.name), namespace)),
    ...left.map(
      ({ metadata }) => `${wanted[0]?.kind ?? "object"} ${metadata.name} is there and should not be`,
    ),
  ];
}

/** Whether an object belongs to a release, by its label, or by its name if the label was removed. */
function isOfSoak({ name, labels = {} }: LiveObject["metadata"]): boolean {
  return partOf in labels || soakedUnits.some((unit) => name.startsWith(`${unit}-`));
}

function compareObject(
  { unit, kind, name, manifest }: SoakedObject,
  live: LiveObject | undefined,
  namespace: string,
): readonly string[] {
  if (live === undefined) {
    return [`${kind} ${name} is missing`];
  }
  const id = applySetId({ name: parentName(unit), namespace });
  const lines = lacks(asStored(manifest), JSON.parse(JSON.stringify(live)), "");
  const more = Object.keys(live.data ?? {}).filter(
    (key) => !key.startsWith(foreign) && !(key in dataOf(manifest)),
  );
  return [
    ...lines,
    ...more.map((key) => `.data.${key} should not be there`),
    ...(live.metadata.labels?.[partOf] === id ? [] : ["has not the label of its release"]),
    ...(live.metadata.deletionTimestamp === undefined ? [] : ["is being deleted"]),
  ].map((line) => `${kind} ${name}: ${line}`);
}

function dataOf({ data, stringData }: JsonObject): JsonObject {
  return [data, stringData].find(isObject) ?? {};
}

/** An object as it is stored: the texts of a Secret are encoded, and an item of a list has no kind. */
function asStored({ stringData, apiVersion: _version, kind: _kind, ...rest }: JsonObject): JsonObject {
  return isObject(stringData)
    ? {
        ...rest,
        data: Object.fromEntries(
          Object.entries(stringData).map(([key, text]) => [
            key,
            Buffer.from(typeof text === "string" ? text : "").toString("base64"),
          ]),
        ),
      }
    : rest;
}

/**
 * The parts of a value that are missing in another, which may have more. Recurses as deep as the manifests of
 * a soak.
 */
function lacks(sent: JsonValue, live: JsonValue | undefined, path: string): readonly string[] {
  if (Array.isArray(sent)) {
    return sent.flatMap((item, index) =>
      lacks(item, Array.isArray(live) ? live[index] : undefined, `${path}[${index}]`),
    );
  }
  if (isObject(sent)) {
    return Object.entries(sent).flatMap(([key, value]) =>
      lacks(value, isObject(live) ? live[key] : undefined, `${path}.${key}`),
    );
  }
  return sent === live ? [] : [`${path} is ${JSON.stringify(live)} and should be ${JSON.stringify(sent)}`];
}

/** Locks of releases that are held although no run is active. */
export async function heldLocks({ plane, namespace }: EndPlace): Promise<readonly string[]> {
  const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  const found = await Promise.all(
    soakedUnits.map(async (unit) => {
      const { object } = await plane.api("GET", `${leases}/${parentName(unit)}`);
      const holder = object?.spec?.["holderIdentity"] ?? "";
      return holder === "" ? [] : [`the lock of release ${unit} is held by ${JSON.stringify(holder)}`];
    }),
  );
  return found.flat();
}

import { field, stringField, type JsonObject } from "../object/json.ts";
import { annotationOf, labelOf, metadataOf, nameOf, namespaceOf } from "../object/metadata.ts";
import { compareText, type GroupKind } from "../object/object-ref.ts";
import {
  applySetId,
  groupKindsAnnotation,
  idLabel,
  namespacesAnnotation,
  parentName,
  releaseLabel,
  releaseOf,
  toolingAnnotation,
  toolName,
} from "./apply-set.ts";
import { type ParentState, readState, stateFormat, writeState } from "./parent-state.ts";

/**
 * The record of a release in the cluster: the extent of its objects, and whether it has ever been installed.
 */
export interface ParentRecord extends ParentState {
  readonly release: string;
  /** Of the parent Secret. */
  readonly namespace: string;
  /** Of the ApplySet. */
  readonly id: string;
  /** Every kind that its objects may have, sorted, without duplicates. */
  readonly groupKinds: readonly GroupKind[];
  /** Every namespace that may hold its objects, including that of the parent, sorted, without duplicates. */
  readonly namespaces: readonly string[];
  readonly resourceVersion?: string;
  readonly uid?: string;
}

/** Kinds and namespaces of some objects. The empty namespace is for cluster-scoped objects. */
export interface Extent {
  readonly groupKinds: readonly GroupKind[];
  readonly namespaces: readonly string[];
}

/** The type of the parent Secret. */
export const parentType = "converge.dev/release";

/** The record of a release that has no parent yet. */
export function newParent(release: string, namespace: string): ParentRecord {
  const id = applySetId({ name: parentName(release), namespace });
  return {
    release,
    namespace,
    id,
    groupKinds: [],
    namespaces: [namespace],
    installed: false,
    finished: new Map(),
    history: [],
  };
}

/**
 * Reads a parent Secret. One that is not certainly ours is a fault, with its remedy: a Secret of another
 * owner, another tool or a newer converge, or one whose id does not match its name.
 */
export function readParent(secret: JsonObject): ParentRecord | { readonly fault: string } {
  const metadata = metadataOf(secret);
  const place = { name: nameOf(secret), namespace: namespaceOf(secret) };
  const read = readState(field(field(secret, "data"), "state"));
  const fault = ownershipFault(secret, place) ?? stateFault(read, place);
  if (fault !== undefined) {
    return { fault };
  }
  return {
    ...newParent(releaseOf(place.name) ?? "", place.namespace),
    groupKinds: sortKinds(splitList(annotationOf(secret, groupKindsAnnotation)).map(parseGroupKind)),
    namespaces: sortNames([place.namespace, ...splitList(annotationOf(secret, namespacesAnnotation))]),
    ...read?.state,
    ...pick(metadata, "resourceVersion"),
    ...pick(metadata, "uid"),
  };
}

function pick<Name extends string>(metadata: JsonObject, name: Name): { readonly [key in Name]?: string } {
  const value = stringField(metadata, name);
  const picked: { [key in Name]?: string } = {};
  if (value !== undefined) {
    picked[name] = value;
  }
  return picked;
}

interface SecretPlace {
  readonly name: string;
  readonly namespace: string;
}

function stateFault(
  state: { readonly format: number } | undefined,
  { name, namespace }: SecretPlace,
): string | undefined {
  if (state === undefined) {
    return `Secret ${namespace}/${name}: its state cannot be read; restore the Secret, or remove data.state from it: the next run is then an install`;
  }
  return state.format > stateFormat
    ? `Secret ${namespace}/${name} was written by a newer converge (format ${state.format}, this one knows ${stateFormat}); upgrade converge`
    : undefined;
}

function ownershipFault(secret: JsonObject, { name, namespace }: SecretPlace): string | undefined {
  const where = `Secret ${namespace}/${name}`;
  if (releaseOf(name) === undefined) {
    return `${where} is not the parent of a release: its name does not begin with "${parentName("")}"`;
  }
  const elsewhere = "choose another release name or another namespace";
  const tooling = annotationOf(secret, toolingAnnotation);
  if (tooling === undefined) {
    return `${where} has no annotation ${toolingAnnotation}, so it may not belong to converge; ${elsewhere}, or remove the Secret`;
  }
  if (baseName(tooling) !== toolName) {
    return `${where} belongs to ${baseName(tooling)} (${toolingAnnotation}: ${tooling}); ${elsewhere}`;
  }
  const id = labelOf(secret, idLabel);
  const expected = applySetId({ name, namespace });
  return id === expected
    ? undefined
    : `${where} has ${id === undefined ? "no label" : `the label ${id} as`} ${idLabel}, expected ${expected}; it may be a copy, or restored under another name: set the label, or remove the Secret`;
}

/** `kpt.dev/kpt/v1.0.0` → `kpt.dev/kpt`: everything except the version. */
function baseName(tooling: string): string {
  const slash = tooling.lastIndexOf("/");
  return slash === -1 ? tooling : tooling.slice(0, slash);
}

/**
 * The parent Secret as it is sent by server-side apply. The same record gives the same bytes. `tooling` is
 * the name and version of converge: `converge/v1.2.3`.
 */
export function parentObject(record: ParentRecord, tooling: string): JsonObject {
  const others = sortNames(record.namespaces).filter((name) => name !== record.namespace);
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: parentName(record.release),
      namespace: record.namespace,
      labels: {
        "app.kubernetes.io/managed-by": toolName,
        [idLabel]: record.id,
        [releaseLabel]: record.release,
      },
      annotations: {
        [namespacesAnnotation]: others.join(","),
        [groupKindsAnnotation]: record.groupKinds.map(formatGroupKind).toSorted(compareText).join(","),
        [toolingAnnotation]: tooling,
      },
    },
    type: parentType,
    data: { state: writeState(record) },
  };
}

/**
 * The record before a run writes: the previous extent and the new one, so that no object is lost if the run
 * is killed.
 */
export function withExtent(record: ParentRecord, set: Extent): ParentRecord {
  return {
    ...record,
    groupKinds: sortKinds([...record.groupKinds, ...set.groupKinds]),
    namespaces: sortNames([record.namespace, ...record.namespaces, ...set.namespaces]),
  };
}

/** The record after a run: only the extent of the objects that exist. */
export function withTrimmedExtent(record: ParentRecord, present: Extent): ParentRecord {
  return {
    ...record,
    groupKinds: sortKinds(present.groupKinds),
    namespaces: sortNames([record.namespace, ...present.namespaces]),
  };
}

/** Reports whether two records have the same Secret: then no write is needed. */
export function sameRecord(left: ParentRecord, right: ParentRecord): boolean {
  const written = (record: ParentRecord): string => JSON.stringify(parentObject(record, toolName));
  return written(left) === written(right);
}

function sortKinds(kinds: readonly GroupKind[]): readonly GroupKind[] {
  const byText = new Map(kinds.map(({ group, kind }) => [formatGroupKind({ group, kind }), { group, kind }]));
  return [...byText.keys()].toSorted(compareText).flatMap((text) => byText.get(text) ?? []);
}

function sortNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => name !== "").toSorted(compareText);
}

/** The entries of a list as annotations have it, separated by commas. */
export function splitList(list: string | undefined): readonly string[] {
  return (list ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** `Deployment.apps`; kinds of the core group have no suffix: `Secret`. */
function formatGroupKind({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/** Reads `Deployment.apps`. */
export function parseGroupKind(text: string): GroupKind {
  const dot = text.indexOf(".");
  return dot === -1 ? { group: "", kind: text } : { group: text.slice(dot + 1), kind: text.slice(0, dot) };
}

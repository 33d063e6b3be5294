import { formatJsonDocument } from "../document/json-document.ts";
import { formatFieldSteps } from "./diff-text.ts";
import type { JsonValue } from "../../object/json.ts";
import type { DiffVerb, FieldChange, ObjectDiff } from "../../object/field-change.ts";

/** An object that could not be compared. */
export interface DiffFault {
  /** The object reference. */
  readonly key: string;
  readonly message: string;
}

/** The content of a diff in the public format: fields are named as in the text, values of Secrets masked. */
export interface DiffDocument {
  readonly release: string;
  readonly namespace: string;
  readonly objects: readonly ObjectDiffDocument[];
  /** The objects that could not be compared. */
  readonly errors: readonly { readonly ref: string; readonly message: string }[];
}

/** The changes of one object in the public format. */
export interface ObjectDiffDocument {
  readonly ref: string;
  readonly verb: DiffVerb;
  readonly notes?: readonly string[] | undefined;
  readonly changes: readonly FieldChangeDocument[];
}

/** The change of one field in the public format: `spec.replicas`. */
export interface FieldChangeDocument {
  readonly field: string;
  readonly kind: FieldChange["kind"];
  readonly before?: JsonValue | undefined;
  readonly after?: JsonValue | undefined;
  /** A value of a Secret changes. */
  readonly hidden?: true | undefined;
}

/** A diff of a release. */
interface ReleaseFacts {
  readonly release: string;
  readonly namespace: string;
  readonly faults: readonly DiffFault[];
}

/** Formats changes as one JSON document, `converge.dev/v1` `Diff`. */
export function diffJson(objects: readonly ObjectDiff[], facts: ReleaseFacts): string {
  return formatJsonDocument("Diff", { ...diffDocument(objects, facts) });
}

/** Converts changes to plain data in the public format. */
export function diffDocument(
  objects: readonly ObjectDiff[],
  { release, namespace, faults }: ReleaseFacts,
): DiffDocument {
  return {
    release,
    namespace,
    objects: objects.map(({ key, verb, changes, notes }) => ({
      ref: key,
      verb,
      notes,
      changes: changeDocuments(changes),
    })),
    errors: faults.map(({ key, message }) => ({ ref: key, message })),
  };
}

/** Converts changes of fields to plain data in the public format. */
export function changeDocuments(changes: readonly FieldChange[]): readonly FieldChangeDocument[] {
  return changes.map(({ path, kind, before, after, hidden }) => ({
    field: formatFieldSteps(path),
    kind,
    before,
    after,
    hidden,
  }));
}

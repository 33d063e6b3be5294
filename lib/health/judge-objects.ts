import { definedKind, isDefinitionKind } from "../manifest/crd.ts";
import { flattenLists } from "../manifest/flatten-lists.ts";
import { type ReadDocument, readSource } from "../manifest/parse-source.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { isObject, type JsonObject, listField, stringField } from "../object/json.ts";
import { annotationOf, creationTimestampOf, metadataOf, refOf } from "../object/metadata.ts";
import { formatRef, groupKindKey, versionOf } from "../object/object-ref.ts";
import { parseTimestamp } from "../object/timestamp.ts";
import { computeReadiness } from "../readiness/compute-readiness.ts";
import {
  definitionFactsOf,
  type HealthRuleSources,
  type Readiness,
  type ReadinessMode,
  readyWhenAnnotation,
} from "../readiness/readiness.ts";

/** An object as it was read from a file, for instance the output of `kubectl get -o yaml`. */
export interface ObjectInFile {
  readonly file: string;
  readonly value: JsonObject;
}

/** The objects of texts, and the faults of documents that cannot be read. */
export interface ObjectsInFiles {
  readonly objects: readonly ObjectInFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads all objects of texts in their order, lists flattened. An object may appear any number of times, and
 * need not be complete.
 */
export function findObjects(sources: readonly SourceText[]): ObjectsInFiles {
  const found = sources.flatMap((source) => {
    const { documents, diagnostics } = readSource(source);
    return [{ objects: [], diagnostics }, ...documents.map((document) => objectsIn(document))];
  });
  return {
    objects: found.flatMap(({ objects }) => objects),
    diagnostics: found.flatMap(({ diagnostics }) => diagnostics),
  };
}

function objectsIn({ document, tree }: ReadDocument): ObjectsInFiles {
  const { source, line } = document;
  const objects: ObjectInFile[] = [];
  const diagnostics: Diagnostic[] = [...tree.faults];
  for (const { value } of tree.value === null ? [] : flattenLists(tree.value)) {
    if (isObject(value) && stringField(value, "kind") !== undefined) {
      objects.push({ file: source.name, value });
    } else {
      diagnostics.push({
        code: "NotAnObject",
        severity: "error",
        message: "this is not a Kubernetes object: it has no kind",
        origin: { file: source.name, line },
      });
    }
  }
  return { objects, diagnostics };
}

/** The rules and the facts by which objects are judged. */
export interface JudgingRules {
  readonly mode: ReadinessMode;
  readonly healthRules: HealthRuleSources;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** CRDs besides those among the objects. */
  readonly definitions: readonly JsonObject[];
}

/** An object with its verdict. */
export interface JudgedObject {
  /** The reference of the object. */
  readonly key: string;
  /** The file it was read from; undefined for a live object. */
  readonly file?: string;
  readonly readiness: Readiness;
}

/**
 * Judges objects without a cluster, each by itself. The last change is taken from `managedFields`, or else is
 * the creation. Complexity: linear in the objects.
 */
export function judgeObjects(
  objects: readonly ObjectInFile[],
  { mode, healthRules, now, definitions }: JudgingRules,
): readonly JudgedObject[] {
  const defined = new Map<string, JsonObject>();
  for (const value of [...definitions, ...objects.map((object) => object.value)]) {
    if (isDefinitionKind(refOf(value))) {
      defined.set(groupKindKey(definedKind(value)), value);
    }
  }
  return objects.map(({ file, value }) => {
    const ref = refOf(value);
    const definition = defined.get(groupKindKey(ref));
    const readyWhen = annotationOf(value, readyWhenAnnotation);
    const changedAt = lastChangeOf(value);
    const readiness = computeReadiness(value, {
      mode,
      healthRules,
      now,
      ...(definition === undefined
        ? {}
        : { definition: definitionFactsOf(definition, versionOf(stringField(value, "apiVersion") ?? "")) }),
      ...(readyWhen === undefined ? {} : { readyWhen }),
      ...(changedAt === undefined ? {} : { changedAt }),
    });
    return { key: formatRef(ref), file, readiness };
  });
}

/** The time at which anything but the status was last written, in milliseconds since 1970. */
function lastChangeOf(object: JsonObject): number | undefined {
  const written = listField(metadataOf(object), "managedFields")
    .filter((entry) => (stringField(entry, "subresource") ?? "") === "")
    .map((entry) => stringField(entry, "time"));
  const times = [creationTimestampOf(object), ...written].flatMap((text) =>
    text === undefined ? [] : (parseTimestamp(text) ?? []),
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

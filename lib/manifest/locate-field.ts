import { valueAt, type JsonValue, type Path } from "../object/json.ts";
import type { Origin } from "../object/diagnostic/source-text.ts";
import { skipTrivia } from "./yaml/check-characters.ts";
import type { SourceDocument, ReadObject } from "./manifest.ts";
import { readDocument } from "./parse-document.ts";
import { offsetInScalar } from "./text/scalar-offset.ts";
import { createSpans, originAt, placesIn, type SourceSpan, type SourceMap } from "./text/source-map.ts";

/** The half of an entry that is meant. */
export type FieldPart = "key" | "value";

interface Places {
  readonly root: JsonValue;
  readonly spans: SourceMap;
}

/** Positions are found by parsing a document again, and cached as long as the document is. */
const known = new WeakMap<SourceDocument, Places>();

/** The same for the two outermost levels alone: enough for the items of a list, which may be many. */
const knownOuter = new WeakMap<SourceDocument, Places>();
const outerLevels = 2;

function placesOf(document: SourceDocument, levels: number): Places {
  const outer = levels <= outerLevels;
  const found = known.get(document) ?? (outer ? knownOuter.get(document) : undefined);
  if (found !== undefined) {
    return found;
  }
  const spans = createSpans(outer ? outerLevels : undefined);
  const places = { root: readDocument(document, spans).value, spans };
  (outer ? knownOuter : known).set(document, places);
  return places;
}

/**
 * Locates the key or the value at a path of a document, from the document's root. If the path ends early, or
 * leads through a merged mapping, the nearest enclosing place is returned. A list entry has no key of its
 * own: both parts are its value.
 *
 * Complexity: the first call parses the document again, later ones take the depth of the place.
 */
export function locateField(document: SourceDocument, path: Path, part: FieldPart): Origin {
  const { nearest, isWhole } = findSpan(document, path);
  if (nearest === undefined) {
    return originAt(document, contentStart(document));
  }
  return part === "value" && isWhole
    ? originAt(document, nearest.valueStart, nearest.valueEnd)
    : originAt(document, nearest.keyStart, nearest.keyEnd);
}

/** Returns the span of the field, or of the nearest enclosing one if the path ends early. */
function findSpan(
  document: SourceDocument,
  path: Path,
): { readonly nearest: SourceSpan | undefined; readonly isWhole: boolean } {
  const { root, spans } = placesOf(document, path.length);
  let nearest: SourceSpan | undefined;
  let reached = 0;
  let container: JsonValue | undefined = root;
  for (const step of path) {
    const span = placesIn(spans, container)?.get(step);
    if (span === undefined) {
      break;
    }
    nearest = span;
    reached += 1;
    container = valueAt(container, [step]);
  }
  return { nearest, isWhole: reached === path.length };
}

/**
 * Locates a character within the text of a field of an object: a fault of an expression. `offset` is in
 * UTF-16 units from the start of the value.
 */
export function textOrigin(object: ReadObject, path: Path, offset: number): Origin {
  const { document } = object;
  const whole = [...object.path, ...path];
  const { nearest, isWhole } = findSpan(document, whole);
  const value = valueAt(object.value, path);
  if (nearest === undefined || !isWhole || typeof value !== "string" || offset >= value.length) {
    return locateField(document, whole, "value");
  }
  const written = document.source.text.slice(nearest.valueStart, nearest.valueEnd);
  return originAt(document, nearest.valueStart + offsetInScalar(written, value, offset));
}

/** The offset of the first character of a document that is neither white space nor comment. */
export function contentStart(document: SourceDocument): number {
  return skipTrivia(document.source.text, document.start, document.end);
}

/** The origin of a field of an object, by its path inside the object: of its key, or of its value. */
export function fieldOrigin(object: ReadObject, path: Path, part: FieldPart): Origin {
  return locateField(object.document, [...object.path, ...path], part);
}

/** The origin of an object's name: the place to show for a finding about the object as a whole. */
export function nameOrigin(object: ReadObject): Origin {
  return fieldOrigin(object, ["metadata", "name"], "value");
}

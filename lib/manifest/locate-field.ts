import { valueAt, type JsonValue, type Path } from "../object/json.ts";
import type { Origin } from "../object/diagnostic/source-text.ts";
import { skipTrivia } from "./yaml/check-characters.ts";
import type { SourceDocument, ReadObject } from "./manifest.ts";
import { readDocument } from "./parse-document.ts";
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
  if (nearest === undefined) {
    return originAt(document, contentStart(document));
  }
  return part === "value" && reached === path.length
    ? originAt(document, nearest.valueStart, nearest.valueEnd)
    : originAt(document, nearest.keyStart, nearest.keyEnd);
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

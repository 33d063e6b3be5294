import { faultDiagnostic, type ParsedDocument } from "./text/parsed-document.ts";
import { readJsonDocument } from "./json/parse-json.ts";
import type { SourceDocument } from "./manifest.ts";
import type { SourceMap } from "./text/source-map.ts";
import { hasOddCharacter } from "./yaml/check-characters.ts";
import { parseExactly } from "./yaml/exact-parser.ts";
import { parseFast } from "./yaml/fast-parser.ts";
import { createWordPool, type ScalarInterner } from "./yaml/scalar-interner.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";

/** The data of a whole source that all of its documents share. */
interface SourceFacts {
  readonly pool: ScalarInterner;
  readonly odd: boolean;
}

const known = new WeakMap<SourceText, SourceFacts>();

function factsOf(source: SourceText): SourceFacts {
  const found = known.get(source);
  if (found !== undefined) {
    return found;
  }
  const facts = { pool: createWordPool(source.text), odd: hasOddCharacter(source.text) };
  known.set(source, facts);
  return facts;
}

/**
 * Reads one document, with the fast reader if possible; the positions of its entries are added to `spans` if
 * that is given.
 */
export function readDocument(document: SourceDocument, spans?: SourceMap): ParsedDocument {
  if (document.format === "json") {
    const reading = readJsonDocument(document, spans);
    return { value: reading.value, faults: reading.faults.map((fault) => faultDiagnostic(document, fault)) };
  }
  const { pool, odd } = factsOf(document.source);
  const doubtful = odd && hasOddCharacter(document.source.text.slice(document.start, document.end));
  const value = doubtful ? undefined : parseFast(document, { pool, spans });
  if (value !== undefined) {
    return { value, faults: [] };
  }
  spans?.places.clear();
  return parseExactly(document, spans);
}

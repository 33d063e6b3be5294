import { faultDiagnostic, type DocumentTree } from "./document-tree.ts";
import { readJsonDocument } from "./json/read-json.ts";
import type { SourceDocument } from "./manifest.ts";
import type { Spans } from "./span.ts";
import { hasOddCharacter } from "./yaml/check-text.ts";
import { readExactly } from "./yaml/read-exactly.ts";
import { readFast } from "./yaml/read-fast.ts";
import { createWordPool, type WordPool } from "./yaml/word-pool.ts";
import type { SourceText } from "../object/source-text.ts";

/** What is known of a whole source, for all of its documents. */
interface SourceFacts {
  readonly pool: WordPool;
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

/** Reads one document, by the fast way where it can; the places of its entries go into `spans`, where they are asked for. */
export function readDocument(document: SourceDocument, spans?: Spans): DocumentTree {
  if (document.format === "json") {
    const reading = readJsonDocument(document, spans);
    return { value: reading.value, faults: reading.faults.map((fault) => faultDiagnostic(document, fault)) };
  }
  const { pool, odd } = factsOf(document.source);
  const doubtful = odd && hasOddCharacter(document.source.text.slice(document.start, document.end));
  const value = doubtful ? undefined : readFast(document, { pool, spans });
  if (value !== undefined) {
    return { value, faults: [] };
  }
  spans?.places.clear();
  return readExactly(document, spans);
}

import type { JsonValue } from "../../object/json.ts";
import { readKey, readScalar } from "./tagged-scalar.ts";

interface Word<Meaning> {
  readonly text: string;
  readonly meaning: Meaning;
}

/** A table has 2,048 slots at most. */
const mostBits = 11;

/**
 * Words of a source and their meanings, by a hash of some of their letters; a newer word replaces an older
 * one with the same hash. Keys and short values repeat, so most are found here, which saves a new string and
 * the lookup of their meaning.
 */
class WordTable<Meaning> {
  readonly #words: (Word<Meaning> | undefined)[];
  readonly #text: string;
  readonly #read: (word: string) => Meaning;

  constructor(text: string, read: (word: string) => Meaning) {
    this.#text = text;
    this.#read = read;
    // Thousands of small files have a table each: it has a slot for every sixteen characters or so.
    const bits = 32 - Math.clz32(text.length >> 4);
    this.#words = Array.from({ length: 2 ** Math.min(bits, mostBits) });
  }

  /** The meaning of the word from `start` to `end` of the text; it is at least one character long. */
  find(start: number, end: number): Meaning {
    const text = this.#text;
    const length = end - start;
    const letters =
      text.charCodeAt(start) * 31 + text.charCodeAt(end - 1) * 17 + text.charCodeAt(start + (length >> 1));
    const slot = (letters * 7 + length * 61) & (this.#words.length - 1);
    const found = this.#words[slot];
    if (found !== undefined && found.text.length === length && this.#isAt(found.text, start)) {
      return found.meaning;
    }
    const word = text.slice(start, end);
    const meaning = this.#read(word);
    this.#words[slot] = { text: word, meaning };
    return meaning;
  }

  #isAt(word: string, start: number): boolean {
    for (let index = 0; index < word.length; index += 1) {
      if (word.charCodeAt(index) !== this.#text.charCodeAt(start + index)) {
        return false;
      }
    }
    return true;
  }
}

/** The words of one source; undefined for those that only the exact reader can resolve. */
export interface ScalarInterner {
  readonly keys: WordTable<string | undefined>;
  readonly values: WordTable<JsonValue | undefined>;
}

/** An empty interner for the words of a text. */
export function createWordPool(text: string): ScalarInterner {
  return { keys: new WordTable(text, plainKey), values: new WordTable(text, plainValue) };
}

function plainKey(text: string): string | undefined {
  const reading = readKey({ text, tag: "", plain: true });
  return "key" in reading && text !== "<<" ? reading.key : undefined;
}

function plainValue(text: string): JsonValue | undefined {
  const reading = readScalar({ text, tag: "", plain: true });
  return "value" in reading ? reading.value : undefined;
}

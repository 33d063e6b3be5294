import { Composer, type CST, type Document, type ErrorCode, type YAMLError, YAMLParseError } from "yaml";

import { isHarmless } from "./syntax-error.ts";

const options = {
  version: "1.1",
  schema: "failsafe",
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
  merge: false,
} as const;

/** Errors after which composing ends: only the first of them is shown. */
const mostErrors = 100;

/** The documents composed of tokens, and their errors. */
export interface Composition {
  readonly documents: readonly Document.Parsed[];
  readonly errors: readonly YAMLError[];
}

/** The position of an error, in the forms the composer uses. */
type ErrorPlace = number | readonly number[] | { readonly offset: number; readonly source?: string };

/** The arguments with which the composer reports an error. */
type ErrorWords = [place: ErrorPlace, code: ErrorCode, message: string, isWarning?: boolean];

/** Ends the composing of a text with too many errors. */
class TooManyErrors extends Error {
  override readonly name = "TooManyErrors";
}

/**
 * Composes tokens into documents, until there are a hundred errors. `yaml` creates an error object with a
 * stack trace for each of possibly millions of bad tokens in one document, and has no option to stop: so its
 * error handler is replaced by one that throws to end it.
 */
export function compose(tokens: Iterable<CST.Token>, length: number): Composition {
  const composer = new Composer(options);
  const errors: YAMLError[] = [];
  const onError = (...[place, code, message, isWarning]: ErrorWords): void => {
    if (isWarning === true || isHarmless({ message })) {
      return;
    }
    // `yaml` catches errors at each level, and reports that here too.
    if (errors.length >= mostErrors) {
      throw new TooManyErrors();
    }
    errors.push(new YAMLParseError(positionOf(place), code, message));
  };
  Reflect.set(composer, "onError", onError);
  try {
    const documents = [...composer.compose(tokens, true, length)];
    const others = documents.flatMap((document) => document.errors).filter((error) => !isHarmless(error));
    return { documents, errors: [...errors, ...others] };
  } catch (error) {
    if (error instanceof TooManyErrors) {
      return { documents: [], errors };
    }
    throw error;
  }
}

/** The first and the last offset of an error, as `yaml` computes them. */
function positionOf(place: ErrorPlace): [number, number] {
  if (typeof place === "number") {
    return [place, place + 1];
  }
  if ("offset" in place) {
    return [place.offset, place.offset + (place.source?.length ?? 1)];
  }
  const [start = 0, end = start + 1] = place;
  return [start, end];
}

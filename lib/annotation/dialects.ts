import { argoCd } from "./argo-cd.ts";
import { configSync } from "./config-sync.ts";
import { convergeDialect } from "./converge-dialect.ts";
import type { AnnotationReader, Dialect } from "./directives.ts";
import { reportedAnnotations } from "./reported-annotations.ts";
import { kapp } from "./kapp.ts";
import { helmOrder } from "./helm-order.ts";
import { helm } from "./helm.ts";
import { werf } from "./werf.ts";

/** Every supported dialect. A new one needs a file and an entry here. */
const dialects: readonly Dialect[] = [
  // The readers of the others take precedence.
  reportedAnnotations,
  configSync,
  werf,
  helm,
  helmOrder,
  convergeDialect,
  argoCd,
  kapp,
];

const readers: ReadonlyMap<string, AnnotationReader | null> = new Map(
  dialects.flatMap((dialect) => Object.entries(dialect.annotations)),
);
const patterns = dialects.flatMap((dialect) => dialect.patterns);

/** The annotations with a fixed name in any dialect, which misspelled ones are compared with. */
export const knownAnnotations: readonly string[] = [...readers.keys()];

/**
 * Returns the reader of an annotation: null for a known one that orders nothing, undefined for one that no
 * dialect has.
 */
export function readerOf(key: string): AnnotationReader | null | undefined {
  const exact = readers.get(key);
  if (exact !== undefined && exact !== null) {
    return exact;
  }
  const matching = patterns.find(({ pattern }) => pattern.test(key));
  return matching === undefined ? exact : matching.read;
}

/**
 * Detects text that may hold a Secret, by its bare characters: the texts worth redacting are often those that
 * no parser accepts. It errs on the safe side, so a ConfigMap that mentions `kind: Secret` counts too.
 */
import { editDistance } from "../object/diagnostic/suggestion.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";

/**
 * The value of a key `kind` (also misspelled, or with escapes): the word, with a backslash where an escape
 * follows, or the star of an alias. The counts keep hostile text from making the search quadratic.
 */
const kindValue =
  /(?:(?:kind|\bknd|\bkin|\bkid|\bkidn|\bknid)s?["']?|\\[^"\\\n]*")\s*:\s*(?:#[^\n]{0,200}\n\s*){0,3}(?:[!&]\S{0,100}\s+){0,4}(?:[|>][-+\d]*\s+)?["']?\s*(\*|[\w-]*\\?)/gi;

/** Fields that only Secrets have: `stringData`, and the types that Kubernetes, Helm and kubeadm give them. */
const secretField =
  /string[-_ ]?data["']?\s*:|(?<![\w-])type["']?\s*:\s*["']?(?:opaque(?!\w)|(?:(?:bootstrap\.)?kubernetes\.io|helm\.sh)\/)/i;

/** An annotation that asks to redact values, also in JSON syntax. */
const sensitiveAnnotation = /werf\.io\\?\/sensitive(?!["']?\s*:\s*["']?(?:false|0)\b)/i;

/** The edit distance at which a kind still counts as `Secret`. */
const likeness = 2;

/**
 * Reports whether a text may hold a Secret, or other values to redact: it names the kind in any similar
 * spelling, or has a field of Secrets. Complexity: O(length).
 */
export function mayContainSecret(text: string): boolean {
  if (secretField.test(text) || sensitiveAnnotation.test(text)) {
    return true;
  }
  for (const [, word = ""] of text.matchAll(kindValue)) {
    if (soundsSecret(word)) {
      return true;
    }
  }
  return false;
}

function soundsSecret(word: string): boolean {
  if (word.endsWith("\\") || word === "*") {
    return true;
  }
  const single = word.toLowerCase().replace(/s?(?:list)?s?$/, "");
  return Math.abs(single.length - "secret".length) <= likeness && editDistance(single, "secret") <= likeness;
}

const ownKind = /^kind:[ \t]+(?:"[A-Za-z]\w*"|'[A-Za-z]\w*'|[A-Za-z]\w*)[ \t]*(?:#.*)?\r?$/m;

/**
 * Reports whether the text of one YAML document certainly holds nothing of a Secret in the same file: it
 * names a kind of its own. One without a kind may be the rest of a Secret that a `---` inside a block scalar
 * cut in two.
 */
export function cannotContainSecret(text: string): boolean {
  return ownKind.test(text) && !mayContainSecret(text);
}

/** A part of a source: offsets in UTF-16 units. */
interface TextRange {
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}

/** Whether a source may hold a Secret at all, computed once. */
const knownTexts = new WeakMap<SourceText, boolean>();

/** The same for documents: one may have many faults. */
const knownDocuments = new WeakMap<TextRange, boolean>();

/**
 * Reports whether messages must not quote a document, because it may be a Secret or a part of one.
 * Complexity: the first call takes time linear in the source, the first for each document linear in that
 * document.
 */
export function mustRedact(document: TextRange): boolean {
  const { source, start, end } = document;
  const secret = knownTexts.get(source) ?? mayContainSecret(source.text);
  knownTexts.set(source, secret);
  const hides =
    knownDocuments.get(document) ?? (secret && !cannotContainSecret(source.text.slice(start, end)));
  knownDocuments.set(document, hides);
  return hides;
}

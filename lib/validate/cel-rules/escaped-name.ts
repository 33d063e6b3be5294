import { reservedWords } from "../../cel/syntax/reserved-words.ts";

/** Words that CEL reserves, including its own keywords; as property names they are written `__word__`. */
const keptWords: ReadonlySet<string> = new Set([...reservedWords, "false", "in", "null", "true"]);

const escapes: ReadonlyMap<string, string> = new Map([
  ["__", "__underscores__"],
  [".", "__dot__"],
  ["-", "__dash__"],
  ["/", "__slash__"],
]);

const escaped: ReadonlyMap<string, string> = new Map(
  [...escapes].map(([plain, name]) => [name, plain] as const),
);

/**
 * Escapes the name of a property for expressions: `foo.bar` becomes `foo__dot__bar`, `namespace` becomes
 * `__namespace__`. Undefined if the name cannot be escaped: only letters, digits and `_.-/` are allowed, and
 * no leading digit. Kubernetes documentation, "Validation rules", escaping of property names.
 */
export function escapeName(name: string): string | undefined {
  if (!/^[a-zA-Z_.\/\-][a-zA-Z0-9_.\/\-]*$/v.test(name)) {
    return undefined;
  }
  return keptWords.has(name)
    ? `__${name}__`
    : name.replace(/__|[.\/\-]/gv, (found) => escapes.get(found) ?? found);
}

/**
 * Returns the property name behind an escaped name, the inverse of `escapeName`; undefined if it is not an
 * escaped name.
 */
export function unescapeName(name: string): string | undefined {
  const marked = name.match(/__[^_]+__/gv) ?? [];
  const valid = marked.every(
    (found) => escaped.has(found) || (found.length === name.length && keptWords.has(found.slice(2, -2))),
  );
  return valid ? name.replace(/__[^_]+__/gv, (found) => escaped.get(found) ?? found.slice(2, -2)) : undefined;
}

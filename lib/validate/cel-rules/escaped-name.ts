import { reservedWords } from "../../cel/syntax/reserved-words.ts";

/**
 * Words that CEL keeps for itself, those that mean something in it included; as names of properties they are
 * written `__word__`.
 */
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
 * The name of a property as expressions write it: `foo.bar` is `foo__dot__bar`, `namespace` is
 * `__namespace__`. Undefined where a name cannot be written: only letters, digits and `_.-/` can, and no
 * digit in front. Kubernetes documentation, "Validation rules", escaping of property names.
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
 * The name of the property that expressions write so, the other way of `escapeName`; undefined where it is no
 * such name.
 */
export function unescapeName(name: string): string | undefined {
  const marked = name.match(/__[^_]+__/gv) ?? [];
  const valid = marked.every(
    (found) => escaped.has(found) || (found.length === name.length && keptWords.has(found.slice(2, -2))),
  );
  return valid ? name.replace(/__[^_]+__/gv, (found) => escaped.get(found) ?? found.slice(2, -2)) : undefined;
}

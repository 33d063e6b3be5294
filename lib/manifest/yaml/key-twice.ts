import { duplicateKey } from "../text/parsed-document.ts";
import type { SourceSpan } from "../text/source-map.ts";
import { keyPlace } from "./node-range.ts";

/** The fault of a key that stands twice in a mapping of a text, with what was probably meant. */
export function keyTwice(
  key: string,
  { span, first }: { readonly span: SourceSpan; readonly first: SourceSpan },
  text: string,
): ReturnType<typeof duplicateKey> {
  const fault = duplicateKey(key, keyPlace(span), keyPlace(first));
  const [later, earlier] = [span, first].map(({ keyStart, keyEnd }) => text.slice(keyStart, keyEnd));
  // `no` and `off` are both false in YAML 1.1, which Kubernetes reads.
  if (later !== earlier && /^[a-z]{1,5}\/[a-z]{1,5}$/i.test(`${later}/${earlier}`)) {
    const message = `the keys ${earlier} and ${later} both read as "${key}": quote the one that is a word`;
    return { ...fault, message };
  }
  // A whole object's key at the beginning of a line begins another object, more often than not.
  const isOutermost = text.charAt(span.keyStart - 1) === "\n";
  return isOutermost && ["apiVersion", "kind", "metadata"].includes(key)
    ? {
        ...fault,
        message: `the key "${key}" stands twice: is a \`---\` missing above? If not, keep one of the two`,
      }
    : fault;
}

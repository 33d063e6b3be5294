import { duplicateKey } from "../text/parsed-document.ts";
import type { SourceSpan } from "../text/source-map.ts";
import { keyPlace } from "./node-range.ts";

/** The fault of a duplicate key in a mapping of a text, with the likely intention. */
export function keyTwice(
  key: string,
  { span, first }: { readonly span: SourceSpan; readonly first: SourceSpan },
  text: string,
): ReturnType<typeof duplicateKey> {
  const fault = duplicateKey(key, keyPlace(span), keyPlace(first));
  const [later, earlier] = [span, first].map(({ keyStart, keyEnd }) => text.slice(keyStart, keyEnd));
  // `no` and `off` are both false in YAML 1.1, which Kubernetes uses.
  if (later !== earlier && /^[a-z]{1,5}\/[a-z]{1,5}$/i.test(`${later}/${earlier}`)) {
    const message = `the keys ${earlier} and ${later} both read as "${key}": quote the one that is a word`;
    return { ...fault, message };
  }
  // A top-level key of an object at the beginning of a line usually begins another object.
  const isOutermost = text.charAt(span.keyStart - 1) === "\n";
  return isOutermost && ["apiVersion", "kind", "metadata"].includes(key)
    ? {
        ...fault,
        message: `the key "${key}" stands twice: is a \`---\` missing above? If not, keep one of the two`,
      }
    : fault;
}

/**
 * Reports whether a text matches a pattern, in which `*` matches any text, also in the middle. It works
 * without a regular expression: a hostile pattern must not take exponential time.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const [head = "", ...parts] = pattern.split("*");
  const tail = parts.pop();
  if (tail === undefined) {
    return pattern === text;
  }
  if (!text.startsWith(head) || text.length < head.length + tail.length || !text.endsWith(tail)) {
    return false;
  }
  const end = text.length - tail.length;
  let at = head.length;
  for (const part of parts) {
    const next = text.indexOf(part, at);
    if (next === -1 || next + part.length > end) {
      return false;
    }
    at = next + part.length;
  }
  return true;
}

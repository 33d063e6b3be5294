import { truncate } from "../../object/message-text.ts";

const longest = 200;

/**
 * Quotes a path of a repository for display: escapes all that a terminal would interpret, and truncates long
 * paths.
 */
export function shortened(path: string): string {
  const text = truncate(path, longest);
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u00a0\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (found) => `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

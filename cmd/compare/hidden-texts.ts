import { relative, resolve } from "node:path";

import { type SourceText, templateOf } from "../../lib/object/diagnostic/source-text.ts";
import { realPath } from "./inside-path.ts";
import type { Side } from "./open-side.ts";

/** Returns the texts of a side without those of files that the other side does not read. */
export function withoutHidden(
  texts: readonly SourceText[],
  { root, hides }: Pick<Side, "root" | "hides">,
): readonly SourceText[] {
  return hides === undefined
    ? texts
    : texts.filter(({ name }) => !placesOf(templateOf(name), root).some(hides));
}

/** Returns the paths of a file from the root of its side: as it is named, and behind links. */
function placesOf(file: string, root: string): readonly string[] {
  const named = resolve(file);
  return [named, realPath(named) ?? named].map((path) => relative(root, path));
}

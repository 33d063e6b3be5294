/** A row of a long list by its number, or the space of rows that are not drawn, in pixels. */
export type ListEntry =
  | { readonly row: number; readonly gap?: never }
  | { readonly row?: never; readonly gap: number };

/** The rows to draw: those between two heights, and others that are pinned. */
export interface ListRange {
  readonly from: number;
  readonly to: number;
  readonly pinned: (row: number) => boolean;
}

/** Returns the rows of a list to draw, by the height of each, with the gaps between them. */
export function listWindow(
  heights: readonly number[],
  { from, to, pinned }: ListRange,
): readonly ListEntry[] {
  const entries: ListEntry[] = [];
  let top = 0;
  let gap = 0;
  for (const [row, height] of heights.entries()) {
    const isDrawn = (top + height > from && top < to) || pinned(row);
    if (isDrawn && gap > 0) {
      entries.push({ gap });
    }
    if (isDrawn) {
      entries.push({ row });
    }
    gap = isDrawn ? 0 : gap + height;
    top += height;
  }
  return gap > 0 ? [...entries, { gap }] : entries;
}

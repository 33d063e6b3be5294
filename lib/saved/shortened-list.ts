/** More lines are only counted. */
const mostListed = 50;

/** The first lines, and how many more there are. */
export function savedLines(lines: readonly string[]): readonly string[] {
  const more = lines.length - mostListed;
  return [...lines.slice(0, mostListed), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** The first lines as an indented list. */
export function savedList(lines: readonly string[]): string {
  return savedLines(lines)
    .map((line) => `  ${line}`)
    .join("\n");
}

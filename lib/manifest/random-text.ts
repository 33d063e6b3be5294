/**
 * The text of the first rendering with the random parts of the one in the cluster, so that the rest of it may
 * change. If the parts cannot be matched, the whole text in the cluster.
 *
 *     postgres://shop:k3x9@db-new/shop, postgres://shop:p7q2@db-new/shop, postgres://shop:a1b2@db/shop → postgres://shop:a1b2@db-new/shop
 */
export function keepRandomText(first: string, second: string, live: string): string {
  const [own, other, kept] = [first, second, live].map((text) => text.split("\n"));
  if (own?.length !== other?.length || own === undefined || other === undefined || kept === undefined) {
    return live;
  }
  if (own.length === 1) {
    return keepInLine(first, second, live);
  }
  const lines = own.map((line, index) => {
    const twin = other[index] ?? "";
    return line === twin ? line : keepLine({ line, twin, number: index }, own, kept);
  });
  return lines.every((line) => line !== undefined) ? lines.join("\n") : live;
}

interface RandomLine {
  readonly line: string;
  /** The same line of the second rendering. */
  readonly twin: string;
  readonly number: number;
}

/** The line in the cluster with the same beginning; undefined if the lines do not match one to one. */
function keepLine(
  { line, twin, number }: RandomLine,
  own: readonly string[],
  kept: readonly string[],
): string | undefined {
  const start = commonStart(line, twin);
  const isAlike = (each: string): boolean => each.startsWith(start);
  const candidates = kept.filter(isAlike);
  const before = own.slice(0, number).filter(isAlike).length;
  const found = candidates[before];
  return start.trim() === "" || found === undefined || candidates.length !== own.filter(isAlike).length
    ? undefined
    : keepInLine(line, twin, found);
}

/**
 * The common prefix, up to the last character that is not part of a word: random texts may share a beginning
 * by chance.
 */
function commonStart(left: string, right: string): string {
  let length = 0;
  while (length < left.length && left[length] === right[length]) {
    length += 1;
  }
  return left.slice(0, length).replace(/[\w-]*$/, "");
}

/** Matches word by word. */
function keepInLine(first: string, second: string, live: string): string {
  const [own = [], other = [], kept = []] = [first, second, live].map((text) => text.split(/([^\w-]+)/));
  return own.length === other.length && own.length === kept.length
    ? own.map((part, index) => (part === other[index] ? part : kept[index])).join("")
    : live;
}

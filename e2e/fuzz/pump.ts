/** A text that can be made as long as one likes: a piece of it is repeated. */
export interface Pump {
  readonly prefix: string;
  readonly piece: string;
  readonly suffix: string;
  /** Spaces by which each line that begins with a piece stands deeper than the one before. */
  readonly deepening: number;
  /** Whether `#` in the piece is the number of the repetition. */
  readonly isNumbered: boolean;
}

/** Deeper than that no line begins: it would only be a text of spaces. */
const deepest = 600;

/** A pump that repeats a piece as it is. */
export function pump(prefix: string, piece: string, suffix = ""): Pump {
  return { prefix, piece, suffix, deepening: 0, isNumbered: false };
}

/** The text of a pump with that many characters, or as few more as it takes. */
export function pumped({ prefix, piece, suffix, deepening, isNumbered }: Pump, length: number): string {
  const parts = [prefix];
  let size = prefix.length + suffix.length;
  for (let index = 0; size < length; index += 1) {
    const indent = " ".repeat(Math.min(index * deepening, deepest));
    const part = indent + (isNumbered ? piece.replaceAll("#", String(index)) : piece);
    parts.push(part);
    size += Math.max(part.length, 1);
  }
  return [...parts, suffix].join("");
}

/** The pump in one line, to be pasted into the list of known ones. */
export function pumpWords({ prefix, piece, suffix, deepening, isNumbered }: Pump): string {
  const extras = [deepening > 0 ? `deepening ${deepening}` : "", isNumbered ? "numbered" : ""];
  return [JSON.stringify(prefix), JSON.stringify(piece), JSON.stringify(suffix), ...extras]
    .filter((word) => word !== "")
    .join(" ");
}

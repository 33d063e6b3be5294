/** A text of any length: a piece of it is repeated. */
export interface Pump {
  readonly prefix: string;
  readonly piece: string;
  readonly suffix: string;
  /** Spaces by which each line that starts with a piece is indented more than the previous one. */
  readonly deepening: number;
  /** Whether `#` in the piece is the number of the repetition. */
  readonly isNumbered: boolean;
}

/** The deepest indentation: beyond it the text would be mostly spaces. */
const deepest = 600;

/** A pump that repeats a piece unchanged. */
export function pump(prefix: string, piece: string, suffix = ""): Pump {
  return { prefix, piece, suffix, deepening: 0, isNumbered: false };
}

/** The text of a pump with at least that many characters. */
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

/** Formats the pump in one line, to be pasted into the list of known ones. */
export function pumpWords({ prefix, piece, suffix, deepening, isNumbered }: Pump): string {
  const extras = [deepening > 0 ? `deepening ${deepening}` : "", isNumbered ? "numbered" : ""];
  return [JSON.stringify(prefix), JSON.stringify(piece), JSON.stringify(suffix), ...extras]
    .filter((word) => word !== "")
    .join(" ");
}

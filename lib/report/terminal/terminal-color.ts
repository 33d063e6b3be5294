import { styleText } from "node:util";

/** What a piece of output means; the colours are chosen here alone. */
export type Style = "plain" | "strong" | "faint" | "good" | "error" | "warning" | "note";

/** Puts a text into the colour of its tone, or leaves it as it is. */
export type Colorize = (tone: Style, text: string) => string;

type Format = Parameters<typeof styleText>[0];

const formats: Readonly<Record<Exclude<Style, "plain">, Format>> = {
  strong: "bold",
  faint: "dim",
  good: "green",
  error: ["bold", "red"],
  warning: ["bold", "yellow"],
  note: "cyan",
};

/** The paint for an output that shows colours, or for one that does not. */
export function makePaint(color: boolean): Colorize {
  return (tone, text) =>
    !color || tone === "plain" || text === ""
      ? text
      : styleText(formats[tone], text, { validateStream: false });
}

import { styleText } from "node:util";

/** The meaning of a piece of output; only this file maps it to colours. */
export type Style = "plain" | "strong" | "faint" | "good" | "error" | "warning" | "note";

/** Colours a text by its tone, or returns it unchanged. */
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

/** Creates the painter for an output with or without colours. */
export function makePaint(color: boolean): Colorize {
  return (tone, text) =>
    !color || tone === "plain" || text === ""
      ? text
      : styleText(formats[tone], text, { validateStream: false });
}

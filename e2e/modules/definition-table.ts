/** Parses a table printed by kubectl: cells by the positions of the headers. */
export function readTable(text: string): readonly (readonly string[])[] {
  const [header = "", ...lines] = text.trimEnd().split("\n");
  const starts = [...header.matchAll(/\S+(?: \S+)*/g)].map(({ index }) => index);
  return [header, ...lines].map((line) =>
    starts.map((start, column) => line.slice(start, starts[column + 1]).trim()),
  );
}

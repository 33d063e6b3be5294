const block = /^-----BEGIN (?<type>[^\n-]+)-----[ \t\r]*\n(?:[^-][^\n]*\n|\r?\n)*-----END \k<type>-----/gm;

/** The types of the blocks of a PEM text, in their order: `CERTIFICATE`. */
export function blockTypes(text: string): readonly string[] {
  return [...text.matchAll(block)].map(({ groups }) => groups?.["type"] ?? "");
}

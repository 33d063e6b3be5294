/**
 * A warning as the API server sends it: code, agent, quoted text (RFC 7234, 5.5); a line holds one or
 * several.
 */
const warning = /\d{3} \S+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?/g;

/** The texts of `Warning` headers, in order, without duplicates. */
export function readWarnings(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) {
    return [];
  }
  const lines = typeof header === "string" ? [header] : header;
  const texts = lines.flatMap((line) =>
    [...line.matchAll(warning)].map(([, quoted = ""]) => utf8(quoted.replaceAll(/\\(.)/g, "$1"))),
  );
  return [...new Set(texts)];
}

/** Node reads headers as Latin-1, the API server writes UTF-8. */
function utf8(text: string): string {
  return /[\u0080-\u00ff]/.test(text) ? Buffer.from(text, "latin1").toString("utf8") : text;
}

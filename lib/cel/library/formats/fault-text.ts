/**
 * Returns the fault of a text with too many bytes, in the server's words; it counts bytes, whatever it calls
 * them.
 */
export function tooLong(text: string, most: number, unit: "bytes" | "characters"): readonly string[] {
  return new TextEncoder().encode(text).length > most ? [`must be no more than ${most} ${unit}`] : [];
}

/** Formats a rule with examples and its pattern, in the server's words. */
export function exampled(rule: string, pattern: string, examples: readonly string[]): string {
  const quoted = examples.map((example) => `'${example}', `).join(" or ");
  return `${rule} (e.g. ${quoted}regex used for validation is '${pattern}')`;
}

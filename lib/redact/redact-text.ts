/** The placeholder for a value of a Secret in a message. */
const mask = "(hidden)";

/** Shorter values are ordinary words of messages, and reveal little: they stay. */
const shortest = 4;

/**
 * Redacts every value of a Secret in the text: as it is, in base64, and as Go and JSON quote it. `values`:
 * the values as given in `data` and `stringData`, and those decoded from base64. Longer ones go first, so
 * that a value inside another leaves nothing of it. Complexity: O(length × values).
 */
export function redactText(text: string, values: ReadonlySet<string>): string {
  return createRedactor(values)(text);
}

/** The same for many texts: preparation is done once. */
export function createRedactor(values: ReadonlySet<string>): (text: string) => string {
  const forms = new Set([...values].flatMap(formsOf).filter((form) => form.length >= shortest));
  const ordered = [...forms].toSorted((left, right) => right.length - left.length || (left < right ? -1 : 1));
  return (text) => ordered.reduce((masked, form) => masked.replaceAll(form, () => mask), text);
}

/** The forms of a value; one of several lines may be quoted as one, or one line at a time. */
function formsOf(value: string): readonly string[] {
  const trimmed = value.trim();
  const quoted = JSON.stringify(trimmed).slice(1, -1);
  return [value, trimmed, quoted, ...trimmed.split(/\r?\n/).map((line) => line.trim())];
}

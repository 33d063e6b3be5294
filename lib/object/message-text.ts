const longest = 60;
const namesAtMost = 9;

/**
 * A user's word as quoted in messages: whole, or its first 60 characters (UTF-16 units, no pair cut apart)
 * and `…`.
 */
export function truncateWord(text: string): string {
  if (text.length <= longest) {
    return text;
  }
  const last = text.charCodeAt(longest - 1);
  const cutsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, cutsPair ? longest - 1 : longest)}…`;
}

/** The names along a cycle, `a → b → a`; of a long one only the beginning and the end. */
export function formatCycle(names: readonly string[]): string {
  const shown =
    names.length <= namesAtMost
      ? names
      : [...names.slice(0, 5), `… ${names.length - 8} more …`, ...names.slice(-3)];
  return shown.join(" → ");
}

const longest = 60;
const namesAtMost = 9;
const mostListed = 5;

/** Formats a number with its noun: `1 object`, `12 objects`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** Joins words: `a`, `a or b`, `a, b or c`. */
export function listWords(words: readonly string[], last: "and" | "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1) ?? ""}`;
}

/** Lists the first five names, and the number of the others: `a, b, c, d, e and 3 more`. */
export function listSome(names: readonly string[]): string {
  const more = names.length > mostListed ? ` and ${names.length - mostListed} more` : "";
  return `${names.slice(0, mostListed).join(", ")}${more}`;
}

/**
 * A user's word as quoted in messages: whole, or its first 60 characters (UTF-16 units, no pair cut apart)
 * and `…`.
 */
export function truncateWord(text: string): string {
  return truncate(text, longest);
}

/** The text, or as much of it as that many UTF-16 units hold, and `…`. */
export function truncate(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}

/** The names along a cycle, `a → b → a`; of a long one only the beginning and the end. */
export function formatCycle(names: readonly string[]): string {
  const shown =
    names.length <= namesAtMost
      ? names
      : [...names.slice(0, 5), `… ${names.length - 8} more …`, ...names.slice(-3)];
  return shown.join(" → ");
}

/** Removes user and password from the URLs in a text. */
export function hideUserinfo(text: string): string {
  return text.replaceAll(/\/\/[^\s/"']*@/g, "//");
}

const longest = 60;

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

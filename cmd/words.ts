/**
 * The words of a command line as kubectl's habits have it: `-o=json` is `-o json`. What follows `--` is left alone.
 */
export function readWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  const options = end === -1 ? words : words.slice(0, end);
  return [...options.flatMap(splitShortFlag), ...(end === -1 ? [] : words.slice(end))];
}

function splitShortFlag(word: string): readonly string[] {
  const match = /^(-[A-Za-z])=(.*)$/s.exec(word);
  return match === null ? [word] : [match[1] ?? "", match[2] ?? ""];
}

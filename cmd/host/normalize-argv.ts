/**
 * The words of a command line as kubectl's habits have it: `-o=json` is `-o json`, and a switch takes a value
 * by `=` only, so that `--prune manifests/` prunes and reads manifests. `switches` holds what each means when
 * it stands alone. What follows `--` is left alone.
 */
export function normalizeArgv(
  words: readonly string[],
  switches: ReadonlyMap<string, string> = new Map(),
): readonly string[] {
  const end = words.indexOf("--");
  const options = end === -1 ? words : words.slice(0, end);
  const written = options.map((word) => (switches.has(word) ? `${word}=${switches.get(word) ?? ""}` : word));
  return [...written.flatMap(splitShortFlag), ...(end === -1 ? [] : words.slice(end))];
}

function splitShortFlag(word: string): readonly string[] {
  const match = /^(-[A-Za-z])=(.*)$/s.exec(word);
  return match === null ? [word] : [match[1] ?? "", match[2] ?? ""];
}

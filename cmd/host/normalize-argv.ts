/**
 * Normalizes a command line by kubectl's conventions: `-o=json` becomes `-o json`, and a switch accepts a
 * value only with `=`, so that `--prune manifests/` prunes and reads manifests. `switches` has the value of
 * each when it is given without one. Words after `--` are unchanged.
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

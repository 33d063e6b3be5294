/** Words of `--set-file` as Helm reads them: `KEY=PATH,…`, with backslashes as escapes. */

const pairs = /((?:\\.|[^\\=,])*=)((?:\\.|[^\\,])*)/gs;

/** Returns the paths that a word names. Complexity: linear, but for text without an equals sign. */
export function setFilePaths(word: string): readonly string[] {
  return Array.from(word.matchAll(pairs), ([, , path = ""]) => unescaped(path));
}

/** Returns a word with every path replaced by what `locate` returns for it. */
export function withSetFilePaths(word: string, locate: (path: string) => string): string {
  return word.replaceAll(pairs, (_, key: string, path: string) => key + escaped(locate(unescaped(path))));
}

function unescaped(path: string): string {
  return path.replaceAll(/\\(.)/gs, "$1");
}

function escaped(path: string): string {
  return path.replaceAll(/[\\,]/g, "\\$&");
}

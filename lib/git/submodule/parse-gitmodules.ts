/**
 * Parses the output of `git config --null --list` for a `.gitmodules`: the URLs of submodules by path. Their
 * names and update strategies are ignored.
 */
export function parseModules(listed: string): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const urls = new Map<string, string>();
  for (const item of listed.split("\0")) {
    const read = /^submodule\.(?<name>.*)\.(?<key>path|url)\n(?<value>.*)$/s.exec(item)?.groups;
    const { name = "", key, value = "" } = read ?? {};
    if (key !== undefined) {
      (key === "path" ? paths : urls).set(name, value);
    }
  }
  return new Map(
    [...paths].flatMap(([name, path]) => {
      const url = urls.get(name);
      return url === undefined ? [] : [[path.replace(/\/+$/, ""), url] as const];
    }),
  );
}

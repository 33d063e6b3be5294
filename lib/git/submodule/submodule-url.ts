/**
 * Resolves the URL of a submodule against that of its parent: `../other.git` in `https://host/team/this.git`
 * is `https://host/team/other.git`. A URL that does not begin with a dot is returned as it is; undefined if
 * it leads above the host.
 */
export function resolveModuleUrl(url: string, parent: string): string | undefined {
  if (!/^\.\.?(?:\/|$)/.test(url)) {
    return url;
  }
  const { root, path = "" } = place.exec(parent)?.groups ?? {};
  const names = walk(url, path);
  if (root === undefined || names === undefined || names.length === 0) {
    return undefined;
  }
  return `${root}${path.startsWith("/") ? "/" : ""}${names.join("/")}`;
}

function walk(url: string, path: string): readonly string[] | undefined {
  const names = path.split("/").filter((name) => name !== "");
  for (const name of url.split("/").filter((one) => one !== "" && one !== ".")) {
    if (name !== "..") {
      names.push(name);
    } else if (names.pop() === undefined) {
      return undefined;
    }
  }
  return names;
}

/** `https://host`, `file://`, or `git@host:`, and the path after it. */
const place = /^(?<root>[a-z][a-z0-9+.-]*:\/\/[^/]*|(?:[^/:@]*@)?(?:\[[^\]/]*\]|[^/:@[\]]+):)(?<path>.*)$/is;

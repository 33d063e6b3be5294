import { lstat, realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";

import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { compareText } from "../object/object-ref.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { decodeText } from "../object/decode-text.ts";
import { isManifestName } from "./excluded-files.ts";
import type { Sources } from "./read-sources.ts";
import { runTool, type ToolSurroundings } from "../render/run-tool.ts";

/**
 * Reads what paths held at a revision of their git repository, as it is stored, byte for byte. The working
 * tree does not change, and no filter, hook or setting of the repository is run. A path that did not exist
 * then holds nothing.
 */
export async function readAtRevision(
  revision: string,
  paths: readonly string[],
  tools: ToolSurroundings,
): Promise<Sources> {
  const sources: SourceText[] = [];
  const found: Diagnostic[] = [];
  for (const path of paths) {
    const read = await readPath(revision, path, tools);
    sources.push(...read.sources);
    found.push(...read.found);
  }
  return { sources, found };
}

/**
 * A repository may be untrusted: one that lacks an object and names a remote for it would have git run what
 * that remote says. The first of these overrides whatever a repository allows; git before 2.45 does not know
 * the second.
 */
const reachesNothing = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

async function readPath(revision: string, path: string, tools: ToolSurroundings): Promise<Sources> {
  if (revision.startsWith("-")) {
    return { sources: [], found: [unreadable(`${revision} is not a git revision`)] };
  }
  const { folder, inside } = await placeOf(path);
  const git = async (words: readonly string[], input?: string): ReturnType<typeof runTool> =>
    runTool("git", ["-C", folder, "-c", "core.fsmonitor=false", ...words], {
      ...tools,
      env: { ...tools.env, ...reachesNothing },
      ...(input === undefined ? {} : { input }),
    });
  const listed = await git(["ls-tree", "-r", "-z", "--name-only", revision, "--", inside]);
  if (listed.type !== "rendered") {
    return { sources: [], found: [unreadable(`${path} at ${revision}: ${reasonOf(listed)}`)] };
  }
  const names = textOf(listed.output)
    .split("\0")
    .filter(
      (name) => name !== "" && !name.includes("\n") && (inside !== "." || isManifestName(basename(name))),
    )
    .toSorted(compareText);
  const asked = names.map((name) => `${revision}:./${name}\n`).join("");
  const given = names.length === 0 ? undefined : await git(["cat-file", "--batch"], asked);
  if (given !== undefined && given.type !== "rendered") {
    return { sources: [], found: [unreadable(`${path} at ${revision}: ${reasonOf(given)}`)] };
  }
  return given === undefined ? { sources: [], found: [] } : sourcesIn(given.output, { names, revision });
}

/** Returns the folder to run git in, and the path relative to it. */
async function placeOf(path: string): Promise<{ readonly folder: string; readonly inside: string }> {
  const real = await realpath(path).catch(() => path);
  const isFolder = await lstat(real).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder ? { folder: real, inside: "." } : { folder: dirname(real), inside: basename(real) };
}

function reasonOf(ending: Exclude<Awaited<ReturnType<typeof runTool>>, { type: "rendered" }>): string {
  if (ending.type === "missing") {
    return "there is no git on the PATH";
  }
  const said = ending.said.trim().replace(/^fatal: /, "");
  return said === "" ? `git ${ending.reason}` : `git says: ${said}`;
}

function unreadable(fact: string): Diagnostic {
  return { code: "SourceUnreadable", severity: "error", message: fact.replaceAll(/\s+/g, " ") };
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

const lineEnd = 10;

/** Parses the output of `cat-file --batch`: a line `<id> blob <size>`, the bytes, and a line end. */
function sourcesIn(
  output: Uint8Array,
  { names, revision }: { readonly names: readonly string[]; readonly revision: string },
): Sources {
  const sources: SourceText[] = [];
  const found: Diagnostic[] = [];
  let start = 0;
  for (const name of names) {
    const end = output.indexOf(lineEnd, start);
    const size = / blob (?<size>\d+)$/.exec(textOf(output.subarray(start, end)))?.groups?.["size"];
    if (size === undefined) {
      found.push(unreadable(`${name} at ${revision}: the repository lacks its content, or it is not a file`));
      start = end + 1;
      continue;
    }
    const bodyEnd = end + 1 + Number(size);
    const decoded = decodeText(`${name} (${revision})`, output.subarray(end + 1, bodyEnd));
    if ("source" in decoded) {
      sources.push(decoded.source);
    } else {
      found.push(decoded.fault);
    }
    start = bodyEnd + 1;
  }
  return { sources, found };
}

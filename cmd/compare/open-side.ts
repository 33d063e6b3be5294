import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, join, normalize, relative, sep } from "node:path";

import type { LeftOut } from "../../lib/git/checkout/excluded-entries.ts";
import type { UnreadPath } from "../../lib/compare/uncompared-paths.ts";
import { truncateWord } from "../../lib/object/message-text.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import type { RenderContext } from "../../lib/object/render-context.ts";
import { withSetFilePaths } from "../../lib/render/set-file.ts";
import type { OpenSources } from "../../lib/source/open-sources.ts";
import { openSourcesOffline } from "../flags/render-flags.ts";
import type { Host } from "../host/host.ts";
import { UsageError } from "../host/exit-code.ts";
import type { CompareFlags } from "./compare-flags.ts";
import { ownSetFile, ownValues } from "./inside-path.ts";
import type { LeftOutEntries } from "./left-out-entries.ts";
import type { CheckedOutTree, WorkingRepository } from "./revision-tree.ts";

/** One side of a comparison: where its files are, and how they are named. */
export interface Side {
  /** The folder that contains all of its files. */
  readonly root: string;
  /** Maps a path of the command line to the file system. */
  readonly locate: (path: string) => string;
  /** The folders that names of files leave out, with what replaces them. */
  readonly roots: readonly (readonly [folder: string, shown: string])[];
  readonly paths: readonly string[];
  /** Maps the name of a file to its path for readers. */
  readonly display: (file: string) => string;
  /** The paths of this side that are not read. */
  readonly unread: readonly UnreadPath[];
  /** Warnings about these, and about paths that the other side has alike. */
  readonly skipped: readonly Diagnostic[];
}

/** The texts of a side, with names that do not depend on where its files are. */
export interface SideTexts extends Pick<Side, "unread"> {
  readonly sources: readonly SourceText[];
  readonly again?: readonly SourceText[];
  readonly found: readonly Diagnostic[];
  /** Replaces places in rendered texts by those in their templates, where known. */
  readonly inTemplates: OpenSources["inTemplates"];
}

/** The working tree: paths are as the command line writes them. */
export function workingTree(paths: readonly string[], { root }: Pick<Place, "root">): Side {
  return { root, locate: (path) => path, roots: [], paths, display: (file) => file, unread: [], skipped: [] };
}

/** A folder, with paths in it; or a single file. */
export function folderSide(folder: string, inside: readonly string[]): Side {
  const root = normalize(folder).replace(/\/+$/, "");
  return {
    root: folder,
    locate: (path) => (isAbsolute(path) ? path : join(folder, path)),
    roots: [[root, ""]],
    paths: inside.length === 0 ? [""] : inside,
    display: (file) => {
      const isItself = file === "." || file.startsWith(". (");
      return isItself ? root + file.slice(1) : resolvedIn(root, file);
    },
    unread: [],
    skipped: [],
  };
}

function resolvedIn(root: string, file: string): string {
  return isAbsolute(file) ? file : join(root, file);
}

/** The working tree and the working directory in it. */
type Place = Pick<WorkingRepository, "root" | "prefix">;

/** Returns a path from the root of the working tree; undefined if it leads out of it. */
function insideOf({ root, prefix }: Place, path: string): string | undefined {
  const inside = relative(root, isAbsolute(path) ? realPathOf(path) : join(root, prefix, path));
  const isOutside = inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return isOutside || path.includes("://") ? undefined : inside;
}

/** Returns the paths that lead into the working tree, from its root. */
export function insidePaths(place: Place, paths: readonly string[]): readonly string[] {
  return paths.map((path) => insideOf(place, path)).filter((path) => path !== undefined);
}

/** The root of the working tree is a real path, too. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A checked out tree, what it lacks of the compared paths, and what the other side has alike. */
interface SideTree extends Pick<CheckedOutTree, "folder"> {
  readonly leftOut: LeftOutEntries;
  readonly isAlike: IsAlike;
}

/** Reports whether the other side, if that is the working tree, has the same content at a path. */
export type IsAlike = (entry: LeftOut) => boolean;

/**
 * A checked out tree: paths inside of the working tree, also absolute ones, lead to the same place in it;
 * values files elsewhere are the same for both sides. Throws a UsageError for manifests elsewhere.
 */
export function treeSide(
  { folder: tree, leftOut: { below, elsewhere }, isAlike }: SideTree,
  paths: readonly string[],
  place: Place,
): Side {
  const { prefix } = place;
  const outside = paths.find((path) => !path.includes("://") && insideOf(place, path) === undefined);
  if (outside !== undefined) {
    throw new UsageError(`${outside} is outside of the git repository, so it has no revisions`);
  }
  const depth = prefix.split("/").length - 1;
  const differing = [...below, ...elsewhere].filter((entry) => !isAlike(entry));
  return {
    root: tree,
    locate: (path) => {
      const inside = insideOf(place, path);
      return inside === undefined ? path : join(tree, inside);
    },
    roots: [
      ...(prefix === "" ? [] : [[join(tree, prefix).replace(/\/$/, ""), ""] as const]),
      [tree, "../".repeat(depth)],
    ],
    paths,
    display: (file) => file,
    unread: differing.map((entry) => unreadPath(entry, place)),
    skipped: below.map((entry) => skippedFile(unreadPath(entry, place))),
  };
}

/** Converts a path from the root of the repository to one from the working directory. */
export function shownPath(path: string, { root, prefix }: Place): string {
  return relative(join(root, prefix), join(root, path)) || ".";
}

function unreadPath({ path, why, id }: LeftOut, place: Place): UnreadPath {
  // The limit in parentheses is a setting of sync.
  const reason = why.replace(/ \((?:source\.)?limits\.\w+\)/, "");
  return { path: shownPath(path, place), reason, id };
}

function skippedFile({ path, reason }: UnreadPath): Diagnostic {
  const message = `${truncateWord(path)} is not read at a git revision: ${reason}`;
  return { code: "SourceSkipped", severity: "warning", message };
}

/**
 * Returns both sides without the paths that only the other one has: there they hold nothing. A path that
 * neither has is a mistake, which reading the head reports.
 */
export function withoutMissing(sides: Readonly<Record<"base" | "head", Side>>): typeof sides {
  const { base, head } = sides;
  const has = ({ locate }: Side, path: string): boolean => path.includes("://") || existsSync(locate(path));
  return {
    base: { ...base, paths: base.paths.filter((path) => has(base, path)) },
    head: { ...head, paths: head.paths.filter((path) => has(head, path) || !has(base, path)) },
  };
}

/** Opens the manifests at paths, and renders them. */
export type OpenPaths = (paths: readonly string[]) => Promise<OpenSources>;

/** Returns the function that opens the manifests of a side with the flags of the command line. */
export function openByFlags(side: Side, flags: CompareFlags, host: Host): OpenPaths {
  const { filename: _, kustomize: __, ...own } = flags;
  return async (paths) => openSourcesOffline(paths, { ...own, ...locatedFiles(flags, side) }, host);
}

/** Reads a side. */
export async function readSide(side: Side, open: OpenPaths, rendering: RenderContext): Promise<SideTexts> {
  const sources = await open(side.paths.map(side.locate));
  const { sources: texts, again, found } = await sources.read(rendering);
  const named = (text: SourceText): SourceText => ({ ...text, name: shownName(text.name, side) });
  return {
    sources: texts.map(named),
    ...(again && { again: again.map(named) }),
    found: found.map((one) => shownFinding(one, side)),
    unread: side.unread,
    inTemplates: async (findings) => {
      const there = findings.map((one) => locatedFinding(one, { texts, side }));
      return (await sources.inTemplates(there)).map((one) => shownFinding(one, side));
    },
  };
}

function isLocal(path: string): boolean {
  return path !== "-" && !path.includes("://");
}

/** Values files of the repository are those of the side. Throws a UsageError as `ownValues`. */
function locatedFiles(flags: CompareFlags, side: Side): Pick<CompareFlags, "values" | "setFile"> {
  const { values, setFile, ofFile } = flags;
  const locateValues = ofFile.includes("values")
    ? (path: string) => ownValues(side, path)
    : (path: string) => (isLocal(path) ? side.locate(path) : path);
  const locateWord = ofFile.includes("setFile")
    ? (word: string) => ownSetFile(side, word)
    : (word: string) => withSetFilePaths(word, (path) => (isLocal(path) ? side.locate(path) : path));
  return {
    ...(values && { values: values.map(locateValues) }),
    ...(setFile && { setFile: setFile.map(locateWord) }),
  };
}

/** Returns the name of a file, or of a folder that was rendered, without the folder of its side. */
function shownName(name: string, { roots }: Pick<Side, "roots">): string {
  for (const [folder, shown] of roots) {
    if (name.startsWith(`${folder}/`)) {
      return shown + name.slice(folder.length + 1);
    }
    if (name === folder || name.startsWith(`${folder} (`)) {
      return (shown.replace(/\/$/, "") || ".") + name.slice(folder.length);
    }
  }
  return name;
}

/** Returns a message with such names. */
function shownMessage(message: string, { roots }: Pick<Side, "roots">): string {
  return roots.reduce(
    (text, [folder, shown]) =>
      text.replaceAll(new RegExp(`(?<![\\w./-])${RegExp.escape(folder)}/`, "g"), () => shown),
    message,
  );
}

function shownFinding(found: Diagnostic, side: Side): Diagnostic {
  const { related } = found;
  const shown = <Placed extends Pick<Diagnostic, "message" | "origin">>(one: Placed): Placed => ({
    ...one,
    message: shownMessage(one.message, side),
    ...(one.origin && { origin: { ...one.origin, file: shownName(one.origin.file, side) } }),
  });
  return { ...shown(found), ...(related && { related: related.map(shown) }) };
}

/** Gives a finding the name that its text was read by. */
function locatedFinding(
  found: Diagnostic,
  { texts, side }: { readonly texts: readonly SourceText[]; readonly side: Side },
): Diagnostic {
  const { origin } = found;
  const read = origin && texts.find(({ name }) => shownName(name, side) === origin.file);
  return origin === undefined || read === undefined
    ? found
    : { ...found, origin: { ...origin, file: read.name } };
}

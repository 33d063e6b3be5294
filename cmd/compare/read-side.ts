import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import type { RenderContext } from "../../lib/object/render-context.ts";
import { withSetFilePaths } from "../../lib/render/set-file.ts";
import type { OpenSources } from "../../lib/source/open-sources.ts";
import { openSourcesOffline } from "../flags/render-flags.ts";
import type { Host } from "../host/host.ts";
import type { CompareFlags } from "./compare-flags.ts";
import { withoutHidden } from "./hidden-texts.ts";
import { ownSetFile, ownValues } from "./inside-path.ts";
import type { Side } from "./open-side.ts";

/** The texts of a side, with names that do not depend on where its files are. */
export interface SideTexts extends Pick<Side, "unread"> {
  /** Whether some of its files are not read. */
  readonly isPartial: boolean;
  readonly sources: readonly SourceText[];
  readonly again?: readonly SourceText[];
  readonly found: readonly Diagnostic[];
  /** Replaces places in rendered texts by those in their templates, where known. */
  readonly inTemplates: OpenSources["inTemplates"];
}

/** Opens the manifests at paths, and renders them. */
export type OpenPaths = (paths: readonly string[]) => Promise<OpenSources>;

/** Returns the function that opens the manifests of a side with the flags of the command line. */
export function openByFlags(side: Side, flags: CompareFlags, host: Host): OpenPaths {
  const { filename: _, kustomize: __, ...own } = flags;
  return async (paths) => openSourcesOffline(paths, { ...own, ...locatedFiles(flags, side) }, host);
}

/** Reads a side, without what the other one does not read. */
export async function readSide(side: Side, open: OpenPaths, rendering: RenderContext): Promise<SideTexts> {
  const sources = await open(side.paths.map(side.locate));
  const { sources: all, again, found } = await sources.read(rendering);
  const texts = withoutHidden(all, side);
  const named = (text: SourceText): SourceText => ({ ...text, name: shownName(text.name, side) });
  return {
    sources: texts.map(named),
    ...(again && { again: withoutHidden(again, side).map(named) }),
    found: found.map((one) => shownFinding(one, side)),
    unread: side.unread,
    isPartial: side.skipped.length > 0 || texts.length < all.length,
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

import { readFileSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";

import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { ChartOptions } from "../render/chart-options.ts";
import type { FileDecrypter, MaybeEncrypted } from "../render/encrypted-files.ts";
import type { RenderedSecrets } from "./decrypted-sources.ts";
import { type FileUse, filesUsedBy } from "../render/file-uses.ts";
import type { Renderable } from "../render/renderable.ts";
import type { Rendering } from "../render/render-again.ts";
import { setFilePaths } from "../render/set-file.ts";
import type { KeySource } from "../sops/key-source.ts";

/** The results for the files of one chart or kustomization. */
interface Brought {
  /** The values that were encrypted. */
  readonly values: Set<string>;
  /** Faults by the name of their file. */
  readonly faults: Map<string, Diagnostic>;
}

/** A chart or kustomization that is rendered for another one, or for itself. */
type Part = Parameters<FileDecrypter>[1];

interface RenderedPart {
  readonly renderable: Renderable;
  readonly of: Part;
}

/**
 * Decrypts the files that renderers read, in memory. Of a chart, only those that its templates may read: it
 * may have files for others, whose keys are not here.
 */
export class SecretFiles {
  readonly #keys: KeySource;
  readonly #choices: ChartOptions;
  readonly #brought = new Map<Renderable, Brought>();
  readonly #uses = new Map<Part, FileUse>();

  constructor(keys: KeySource, choices: ChartOptions) {
    this.#keys = keys;
    this.#choices = choices;
  }

  /** Returns calls of renderers, in which the files of their chart or kustomization are decrypted. */
  callsWith<Call extends object>(
    call: Call,
  ): (renderable: Renderable) => Call & { readonly decrypt: FileDecrypter } {
    return (renderable) => ({
      ...call,
      decrypt: async (file, of) =>
        this.#isUsed(of, file.path) ? this.#decrypt(file, { renderable, of }) : undefined,
    });
  }

  async #decrypt(file: MaybeEncrypted, { renderable, of }: RenderedPart): ReturnType<FileDecrypter> {
    const { decryptFile } = await import("../sops/decrypt-file.ts");
    const name = nameOf(of, file);
    const found = await decryptFile({ name, content: file.content }, this.#keys);
    if (found === undefined) {
      return undefined;
    }
    const { values, faults } = this.#of(renderable);
    if ("message" in found) {
      faults.set(name, found);
      return "refused";
    }
    for (const value of found.values) {
      values.add(value);
    }
    return found.content;
  }

  /** Returns what a rendering must not show: the values of its files, and of a chart the given ones. */
  of({ renderable }: Pick<Rendering, "renderable">, given: readonly string[]): RenderedSecrets {
    const { values, faults } = this.#of(renderable);
    return {
      values: [...values, ...(renderable.type === "chart" ? given : [])],
      faults: [...faults.values()],
    };
  }

  #of(renderable: Renderable): Brought {
    const brought = this.#brought.get(renderable) ?? { values: new Set(), faults: new Map() };
    this.#brought.set(renderable, brought);
    return brought;
  }

  #isUsed(renderable: Part, path: string): boolean {
    const { type, realPath } = renderable;
    const within = relative(realPath, path);
    if (type !== "chart" || !isAbsolute(path) || within === "" || within.startsWith("..")) {
      return true;
    }
    const isUsed = this.#uses.get(renderable) ?? usesOf(renderable, this.#choices);
    this.#uses.set(renderable, isUsed);
    return isUsed(within);
  }
}

/** Values may have templates, for `tpl`. */
function usesOf(
  renderable: Part,
  { values, set, setString, setJson, setLiteral, setFile }: ChartOptions,
): FileUse {
  const files = [...values, ...setFile.flatMap(setFilePaths)].map(textOf);
  try {
    return filesUsedBy(renderable, [...set, ...setString, ...setJson, ...setLiteral, ...files]);
  } catch {
    return () => true;
  }
}

/** Unreadable files are reported by the renderer. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Returns the path of a file as the user knows it. */
function nameOf({ name, realPath }: Part, { path }: MaybeEncrypted): string {
  const known = isAbsolute(path) ? join(name, relative(realPath, path)) : path;
  const [archive, inside = ""] = splitArchive(path);
  const [knownArchive] = splitArchive(known);
  try {
    return realpathSync(knownArchive) === archive ? `${knownArchive}${inside}` : path;
  } catch {
    return path;
  }
}

/** Splits the path of a file in an archive: `charts/db.tgz/values.yaml`. */
function splitArchive(path: string): readonly [archive: string, inside?: string] {
  const [, archive = path, inside = ""] = /^(.*?\.(?:tgz|tar\.gz))(\/.*)$/s.exec(path) ?? [];
  return [archive, inside];
}

import { createHash } from "node:crypto";

import type { RenderContext, ServedApis } from "../../object/render-context.ts";
import { type Checkout, GitError, type GitRevision } from "../../git/model/git-repository.ts";
import type { ChartOptions } from "../../render/chart-options.ts";
import type { Renderable } from "../../render/renderable.ts";
import { setFilePaths } from "../../render/set-file.ts";
import type { UnitTexts } from "../apply-engine.ts";
import type { UnitReconcilerOptions } from "./unit-reconciler-options.ts";
import { unitTexts } from "./read-unit-sources.ts";

/**
 * Revisions that are remembered: the one watched for drift, the one attempted last, the applied one, and the
 * newest.
 */
const mostKept = 4;

/** A revision as a run has read it. */
interface ReadRevision {
  readonly type: Renderable["type"] | undefined;
  /** Its last rendering, with a fingerprint of the result; undefined if no two renderings of it are alike. */
  rendered?: RenderingOptions & { readonly print: string };
}

/** The inputs of a rendering besides files. */
export interface RenderingOptions {
  readonly rendering: Pick<RenderContext, "release" | "namespace" | "action" | "revision">;
  /** The APIs of the cluster, as the renderer was given them; undefined if it did not ask. */
  readonly served: ServedApis | undefined;
}

/** Dependencies for reading a unit at another revision. */
type ReadingFacts = Pick<UnitReconcilerOptions, "clock" | "env" | "gate" | "repository" | "unit">;

/** Distinguishes commits that change the manifests of a unit from those that leave them as they are. */
export class ManifestChanges {
  readonly #options: ReadingFacts;
  readonly #signal: AbortSignal;
  readonly #read = new Map<string, ReadRevision>();

  /** `signal` aborts requests to the repository and to renderers. */
  constructor(options: ReadingFacts, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /**
   * Records that a run reads that revision; the type is that of what is rendered, undefined if manifests are
   * read as they are.
   */
  opened({ commit }: GitRevision, type: Renderable["type"] | undefined): void {
    this.#remember(commit, { type });
  }

  /** Records that a run has rendered that revision, which it has opened. */
  rendered({ commit }: GitRevision, options: RenderingOptions, texts: UnitTexts): void {
    const read = this.#read.get(commit);
    if (read !== undefined && texts.again === undefined) {
      read.rendered = { ...options, print: printOf(texts) };
    }
  }

  /**
   * Reports whether a unit has the same manifests at both revisions, of which a run has read the left one.
   * The input files of a chart and of plain manifests are known, and compared in git alone. If they differ,
   * and for kustomizations, which may read any file, the right one is rendered as the left one was. False if
   * it cannot be decided: renderings of it differ, or git has lost one of the revisions.
   */
  async isSame(left: GitRevision, right: GitRevision): Promise<boolean> {
    if (left.commit === right.commit) {
      return true;
    }
    const read = this.#read.get(left.commit);
    if (read === undefined) {
      return false;
    }
    if (this.#read.get(right.commit) === read) {
      return true;
    }
    try {
      const isSame = (await this.#hasSameFiles(left, right, read)) || (await this.#rendersSame(right, read));
      if (isSame) {
        this.#remember(left.commit, read);
        this.#remember(right.commit, read);
      }
      return isSame;
    } catch (error) {
      if (!this.#signal.aborted && !(error instanceof GitError)) {
        throw error;
      }
      return false;
    }
  }

  #remember(commit: string, read: ReadRevision): void {
    this.#read.delete(commit);
    this.#read.set(commit, read);
    for (const old of [...this.#read.keys()].slice(0, -mostKept)) {
      this.#read.delete(old);
    }
  }

  async #hasSameFiles(left: GitRevision, right: GitRevision, { type }: ReadRevision): Promise<boolean> {
    const { repository, unit } = this.#options;
    const beside = type === "chart" ? valueFiles(unit.render) : [];
    if (type === "kustomization" || beside === undefined) {
      return false;
    }
    const print = async (revision: GitRevision): Promise<string | undefined> =>
      repository.print(revision, beside, this.#signal);
    const [before, after] = await Promise.all([print(left), print(right)]);
    return before !== undefined && before === after;
  }

  async #rendersSame(right: GitRevision, { rendered }: ReadRevision): Promise<boolean> {
    if (rendered === undefined) {
      return false;
    }
    const signal = this.#signal;
    const { repository, gate, unit } = this.#options;
    const leave = await gate.acquire(signal);
    let checkout: Checkout | undefined;
    try {
      checkout = await repository.layOut(right, signal);
      const { served, rendering } = rendered;
      const { read } = unitTexts(unit, checkout, { ...this.#options, signal });
      const asked = served && { served: async (): Promise<ServedApis> => Promise.resolve(served) };
      const texts = await read({ ...rendering, ...asked, signal });
      return texts.again === undefined && printOf(texts) === rendered.print;
    } finally {
      await checkout?.release();
      leave();
    }
  }
}

/** Returns a fingerprint of texts and their diagnostics. */
function printOf({ sources, found }: UnitTexts): string {
  const hash = createHash("sha256");
  for (const { name, text } of sources) {
    hash.update(`${JSON.stringify(name)} ${text.length}\n`).update(text);
  }
  return hash.update(JSON.stringify(found)).digest("hex");
}

/**
 * Returns the files of the repository that a chart is rendered with; undefined if `helm` reads more than one
 * path out of a value.
 */
function valueFiles({ values, setFile }: ChartOptions): readonly string[] | undefined {
  const files = [...values, ...setFile.flatMap(setFilePaths)];
  return files.some((file) => /[,\\]/.test(file)) ? undefined : files;
}

import type { GitRevision } from "../../git/model/git-repository.ts";
import type { Renderable } from "../../render/renderable.ts";
import type { UnitTexts } from "../apply-engine.ts";
import type { ManifestChanges, RenderingOptions } from "./manifest-changes.ts";

/** A run of a unit that is under way: it ends early for commits that change its manifests. */
export class ActiveRun {
  readonly #changes: ManifestChanges;
  readonly #abort = new AbortController();
  /** The revision that git had as the run began, whichever revision is applied. */
  readonly #first: GitRevision;
  /** The newest commit that was compared with that one, or waits to be. */
  #newest: GitRevision;
  /** Whether enough of what is applied was read to compare other commits with it. */
  #isComparable = false;
  #isComparing = false;

  /** `newest` is the revision that git has as the run begins. */
  constructor(newest: GitRevision, changes: ManifestChanges) {
    this.#first = newest;
    this.#newest = newest;
    this.#changes = changes;
  }

  /** Aborts when the run must end. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Records that the run reads that revision, which is of that type; undefined if nothing is rendered. */
  onOpened(revision: GitRevision, type: Renderable["type"] | undefined): void {
    this.#changes.opened(revision, type);
    // The manifests of a kustomization say more than its files.
    if (type !== "kustomization") {
      this.#compareOn();
    }
  }

  /** Records that the run has rendered that revision. */
  onRendered(revision: GitRevision, options: RenderingOptions, texts: UnitTexts): void {
    this.#changes.rendered(revision, options, texts);
    this.#compareOn();
  }

  /** Ends the run at a safe point. */
  end(reason: unknown): void {
    this.#abort.abort(reason);
  }

  /**
   * Notifies the run of the revision that git has now; undefined if the unit is no longer kept here. The run
   * ends, a moment later, if the manifests of that revision differ.
   */
  onRevision(revision: GitRevision | undefined): void {
    if (revision === undefined) {
      this.end(new Error("the unit is no longer assigned to this replica"));
    } else if (revision.commit !== this.#newest.commit) {
      this.#newest = revision;
      void this.#compare();
    }
  }

  #compareOn(): void {
    this.#isComparable = true;
    void this.#compare();
  }

  /**
   * Compares one commit at a time, always the newest: those in between do not matter. Rejects, and so ends
   * the process, only for bugs.
   */
  async #compare(): Promise<void> {
    if (!this.#isComparable || this.#isComparing) {
      return;
    }
    this.#isComparing = true;
    let compared = this.#first;
    while (compared !== this.#newest && !this.#abort.signal.aborted) {
      compared = this.#newest;
      const isSame = await this.#changes.isSame(this.#first, compared);
      if (!isSame && compared === this.#newest) {
        this.end(new Error("a newer commit changes what the unit reads"));
      }
    }
    this.#isComparing = false;
  }
}

import type { GitRevision } from "../../git/model/git-repository.ts";
import type { Renderable } from "../../render/renderable.ts";
import type { UnitTexts } from "../apply-engine.ts";
import type { ManifestChanges, RenderingFacts } from "./manifest-changes.ts";

/** A run of a unit that is under way: knows which commits it has to make room for. */
export class Running {
  readonly #changes: ManifestChanges;
  readonly #abort = new AbortController();
  /** What git had as the run began, whichever revision is applied. */
  readonly #first: GitRevision;
  /** The newest commit that was compared with that one, or waits for it. */
  #newest: GitRevision;
  /** Enough of what is applied was read to compare other commits with it. */
  #isComparable = false;
  #isComparing = false;

  /** `newest` is what git has as the run begins. */
  constructor(newest: GitRevision, changes: ManifestChanges) {
    this.#first = newest;
    this.#newest = newest;
    this.#changes = changes;
  }

  /** Aborts when the run has to end. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The run reads that revision, and what is there is of that type; undefined where nothing is rendered. */
  opened(revision: GitRevision, type: Renderable["type"] | undefined): void {
    this.#changes.opened(revision, type);
    // The manifests of a kustomization tell more than its files.
    if (type !== "kustomization") {
      this.#compareOn();
    }
  }

  /** The run has rendered that revision. */
  rendered(revision: GitRevision, facts: RenderingFacts, texts: UnitTexts): void {
    this.#changes.rendered(revision, facts, texts);
    this.#compareOn();
  }

  /** Ends the run at a safe point. */
  end(reason: unknown): void {
    this.#abort.abort(reason);
  }

  /**
   * Git has that revision now; undefined where the unit is not to be kept here any more. The run ends, a
   * moment later, if its manifests are others.
   */
  makeRoomFor(revision: GitRevision | undefined): void {
    if (revision === undefined) {
      this.end(new Error("the unit is not kept here any more"));
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
   * One comparison at a time, with the newest: those between are nobody's. Rejects, and so ends the process,
   * only for bugs.
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

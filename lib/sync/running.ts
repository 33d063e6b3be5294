import type { GitRevision } from "../source/git/git-repository.ts";
import type { FileChanges } from "./file-changes.ts";

/** A run of a unit that is under way: knows which commits it has to make room for. */
export class Running {
  readonly #files: FileChanges;
  readonly #abort = new AbortController();
  /** The newest commit whose files are those that git had as the run began. */
  #same: GitRevision;
  /** The commit that was compared with that one last. */
  #compared: string;
  #isRendered = false;

  /** `newest` is what git has as the run begins, whichever revision is applied. */
  constructor(newest: GitRevision, files: FileChanges) {
    this.#same = newest;
    this.#compared = newest.commit;
    this.#files = files;
  }

  /** Aborts when the run has to end. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Whether another program makes manifests of what the unit names: that one may read any file of the repository. */
  get isRendered(): boolean {
    return this.#isRendered;
  }

  /** Takes in whether another program makes the manifests. */
  opened(isRendered: boolean): void {
    this.#isRendered = isRendered;
  }

  /** Ends the run at a safe point. */
  end(reason: unknown): void {
    this.#abort.abort(reason);
  }

  /**
   * Git has that revision now; undefined where the unit is not to be kept here any more. The run ends, a moment later, if the unit reads other
   * files there.
   */
  makeRoomFor(revision: GitRevision | undefined): void {
    if (revision === undefined) {
      this.end(new Error("the unit is not kept here any more"));
    } else if (revision.commit !== this.#compared) {
      this.#compared = revision.commit;
      void this.#compare(revision);
    }
  }

  /** Rejects, and so ends the process, only for bugs. */
  async #compare(revision: GitRevision): Promise<void> {
    if (!this.#isRendered && (await this.#files.isSame(this.#same, revision))) {
      this.#same = revision;
    } else {
      this.end(new Error("a newer commit changes what the unit reads"));
    }
  }
}

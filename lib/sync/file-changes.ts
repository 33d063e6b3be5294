import { GitError, type GitRepository, type GitRevision } from "../source/git/git-repository.ts";

/** Revisions whose files are remembered: the one that is applied, and the newest. */
const mostKept = 2;

/** Tells commits that change the files of a unit from those that only change what lies beside them in the repository. */
export class FileChanges {
  readonly #repository: Pick<GitRepository, "print">;
  readonly #signal: AbortSignal;
  readonly #prints = new Map<string, Promise<string | undefined>>();

  /** `signal` ends what is asked of the repository. */
  constructor(repository: Pick<GitRepository, "print">, signal: AbortSignal) {
    this.#repository = repository;
    this.#signal = signal;
  }

  /**
   * Whether a unit that nothing renders reads the same files at both revisions. False where that cannot be said: there are links or submodules
   * among them, or git has lost one of the revisions.
   */
  async isSame(left: GitRevision, right: GitRevision): Promise<boolean> {
    if (left.commit === right.commit) {
      return true;
    }
    try {
      const [before, after] = await Promise.all([this.#print(left), this.#print(right)]);
      return before !== undefined && before === after;
    } catch (error) {
      if (!this.#signal.aborted && !(error instanceof GitError)) {
        throw error;
      }
      return false;
    }
  }

  async #print(revision: GitRevision): Promise<string | undefined> {
    const { commit } = revision;
    const print = this.#prints.get(commit) ?? this.#repository.print(revision, this.#signal);
    this.#prints.delete(commit);
    this.#prints.set(commit, print);
    print.catch(() => this.#prints.delete(commit));
    for (const old of [...this.#prints.keys()].slice(0, -mostKept)) {
      this.#prints.delete(old);
    }
    return print;
  }
}

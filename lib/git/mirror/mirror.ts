import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { openGitTransport } from "../transport/git-transport.ts";
import { type CommitFacts, parseCommit, BrokenMirror, readObjects } from "./object-reader.ts";
import { type GitExit, type OutputTaker, runGit, streamGit } from "../process/run-git.ts";
import { GitError, type GitHead } from "../model/git-repository.ts";
import { faultOf } from "../process/classify-git-error.ts";
import type { GitAccess, GitLimits } from "../model/git-source.ts";
import type { KeyedMutex } from "../../async/locks.ts";
import { fetchCommit, keptRef, UnclearFetch, wantedOf } from "./fetch-commit.ts";
import { packSize, unseenPacks } from "./mirror-files.ts";
import type { GitCommand, GitSurroundings } from "../process/git-command.ts";

/** The folders of the mirrors, and what they share. */
export interface MirrorPlace {
  /** The folder of all mirrors; on the same file system as `trash`. */
  readonly mirrors: string;
  readonly trash: string;
  readonly transports: string;
  readonly surroundings: GitSurroundings;
  readonly turns: KeyedMutex;
  /** Returns a name for something in the trash. */
  readonly nextName: () => string;
}

/** The repository that a mirror is of. */
export interface MirrorOf {
  /** The name of its folder. */
  readonly name: string;
  readonly url: string;
  readonly access: GitAccess;
  /** The name of the repository in messages. */
  readonly about: string;
}

/** The limits of a call, and its signal. */
export interface MirrorCall {
  readonly limits: GitLimits;
  readonly signal: AbortSignal;
}

/**
 * A mirror with more packs than this, or more bytes than this many times its first size plus some, is fetched
 * again from scratch.
 */
const mostPacks = 50;
const mostTimes = 2;
const someBytes = 64 * 2 ** 20;

/** Bytes; a commit or tag with a longer message is refused. */
const longestCommit = 2 ** 20;

/**
 * The mirror of one repository: a bare repository without remote, branches or settings of its own. One call
 * works in it at a time, in one process: a second one would remove its locks. A mirror that is broken or has
 * grown is replaced by a new one, once that is complete.
 */
export class Mirror {
  readonly of: MirrorOf;
  readonly folder: string;
  readonly #place: MirrorPlace;
  readonly #needed = new Map<string, string>();
  /** Packs that were verified. */
  readonly #seen = new Set<string>();
  #state: "fine" | "grown" | "broken" = "fine";
  #firstBytes: number | undefined;

  constructor(of: MirrorOf, place: MirrorPlace) {
    this.of = of;
    this.folder = join(place.mirrors, of.name);
    this.#place = place;
  }

  /** Ensures that a commit and its tag are here; asks the server only if they are not. Throws GitErrors. */
  async have(head: GitHead, errand: MirrorCall): Promise<CommitFacts> {
    return this.use(errand, async () => {
      const here = this.#state === "broken" ? undefined : await this.#factsOf(head, errand);
      if (here !== undefined) {
        return here;
      }
      if (existsSync(join(this.folder, keptRef(wantedOf(head))))) {
        // It was complete once.
        this.breakOff();
      }
      await this.#fetch(head, errand);
      const fetched = await this.#factsOf(head, errand);
      if (fetched === undefined) {
        throw new GitError(
          "unreachable",
          `${this.of.about}: ${head.ref} is no longer at ${head.commit}: it is checked again later`,
        );
      }
      return fetched;
    });
  }

  /** Runs a git command without network access; the caller judges how it exited. */
  async read(
    words: readonly string[],
    errand: MirrorCall & { readonly input?: string; readonly take: OutputTaker },
  ): Promise<GitExit> {
    const call = { ...this.#local(errand), ...(errand.input === undefined ? {} : { input: errand.input }) };
    return this.use(errand, async () => streamGit(words, call, errand.take));
  }

  /** Works in the mirror's folder exclusively. */
  async use<Result>({ signal }: MirrorCall, work: (repository: string) => Promise<Result>): Promise<Result> {
    return this.#place.turns.take(this.of.name, signal, async () => work(this.folder));
  }

  /**
   * Throws a BrokenMirror if its packs are not as they were fetched: then what is missing was not left out by
   * the server.
   */
  async requireComplete(errand: MirrorCall): Promise<void> {
    await this.use(errand, async () => {
      const names = await unseenPacks(this.folder, this.#seen);
      if (names.length > 0) {
        const ending = await runGit(["verify-pack", ...names], this.#local(errand));
        if (ending.exit !== 0) {
          throw new BrokenMirror("a pack is damaged");
        }
      }
      names.forEach((name) => this.#seen.add(name));
    });
  }

  /** Marks the mirror as lacking what it should have: the next time it is fetched again. */
  breakOff(): void {
    this.#state = "broken";
  }

  /** Records what an owner needs now, instead of what it needed before. */
  need(owner: string, head: GitHead): void {
    this.#needed.set(owner, wantedOf(head));
  }

  /** Removes the refs that are no longer needed, and checks whether the mirror has grown too much. */
  async tidy(signal: AbortSignal): Promise<void> {
    await this.#place.turns.take(this.of.name, signal, async () => {
      const call = { surroundings: this.#place.surroundings, repository: this.folder, time: 60_000, signal };
      const listed = await runGit(["for-each-ref", "--format=%(refname)"], call);
      const needed = new Set([...this.#needed.values()].map(keptRef));
      const refs = Buffer.from(listed.output).toString("utf8").split("\n");
      const unneeded = refs.filter((ref) => ref !== "" && !needed.has(ref));
      if (unneeded.length > 0) {
        const input = unneeded.map((ref) => `delete ${ref}\n`).join("");
        await runGit(["update-ref", "--stdin"], { ...call, input });
      }
      const { bytes, packs } = await packSize(this.folder);
      this.#firstBytes ??= bytes;
      if (packs > mostPacks || bytes > this.#firstBytes * mostTimes + someBytes) {
        this.#state = "grown";
      }
    });
  }

  #local({ limits, signal }: MirrorCall): GitCommand & { readonly repository: string } {
    return { surroundings: this.#place.surroundings, repository: this.folder, time: limits.time, signal };
  }

  /** Returns the commit as it is stored; undefined if it is missing or nothing can be read. */
  async #factsOf(head: GitHead, errand: MirrorCall): Promise<CommitFacts | undefined> {
    const kept = keptRef(wantedOf(head));
    const call = { ...this.#local(errand), input: `${kept}\n${kept}^{commit}\n` };
    let facts: CommitFacts | undefined;
    try {
      await streamGit(["cat-file", "--batch"], call, async (output) => {
        const ids: string[] = [];
        for await (const object of readObjects(output, longestCommit)) {
          ids.push(object?.id ?? "");
          const isCommit = ids.length === 2 && object?.type === "commit";
          facts = isCommit ? parseCommit(Buffer.from(object.body).toString("utf8")) : undefined;
        }
        facts = ids[0] === wantedOf(head) && ids[1] === head.commit ? facts : undefined;
        return "all";
      });
    } catch (error) {
      errand.signal.throwIfAborted();
      if (error instanceof BrokenMirror) {
        return undefined;
      }
      throw error;
    }
    return facts;
  }

  async #fetch(head: GitHead, errand: MirrorCall): Promise<void> {
    const { transports, surroundings } = this.#place;
    const passage = await openGitTransport(this.of, { folder: transports, env: surroundings.env });
    const fetching = { passage, about: this.of.about, surroundings, ...errand };
    try {
      if (this.#state === "fine" && (await this.#isThere(errand))) {
        await fetchCommit(head, { ...fetching, mirror: this.folder });
        return;
      }
    } catch (error) {
      if (!(error instanceof UnclearFetch)) {
        throw error;
      }
    } finally {
      await passage.close();
    }
    await this.#fetchAnew(head, errand);
  }

  async #isThere(errand: MirrorCall): Promise<boolean> {
    return (await runGit(["rev-parse", "--is-bare-repository"], this.#local(errand))).exit === 0;
  }

  /** Fetches into a new folder, which replaces the mirror once it is complete. */
  async #fetchAnew(head: GitHead, errand: MirrorCall): Promise<void> {
    const { transports, surroundings, trash, nextName } = this.#place;
    const fresh = join(trash, nextName());
    const passage = await openGitTransport(this.of, { folder: transports, env: surroundings.env });
    try {
      await this.#init(fresh, head, errand);
      const fetching = { passage, about: this.of.about, surroundings, ...errand };
      await fetchCommit(head, { ...fetching, mirror: fresh });
      const old = join(trash, nextName());
      await rename(this.folder, old).catch(() => {});
      await rename(fresh, this.folder);
      this.#state = "fine";
      this.#seen.clear();
      this.#firstBytes = (await packSize(this.folder)).bytes;
      await rm(old, { recursive: true, force: true });
    } catch (error) {
      throw error instanceof UnclearFetch ? error.fault : error;
    } finally {
      await passage.close();
      await rm(fresh, { recursive: true, force: true });
    }
  }

  async #init(folder: string, head: GitHead, errand: MirrorCall): Promise<void> {
    await mkdir(folder, { recursive: true });
    const format = head.commit.length === 64 ? "sha256" : "sha1";
    const words = ["init", "--quiet", "--bare", "--template=", `--object-format=${format}`, folder];
    const { repository: _, ...call } = this.#local(errand);
    const ending = await runGit(words, call);
    if (ending.exit !== 0) {
      throw faultOf(ending, this.of.about);
    }
  }
}

import type { GitTransport } from "../transport/git-transport.ts";
import { type GitExit, runGit } from "../process/run-git.ts";
import { GitError, type GitHead } from "../model/git-repository.ts";
import { faultOf, classifyGitError } from "../process/classify-git-error.ts";
import type { GitLimits } from "../model/git-source.ts";
import { packSize, watchSize, removeLeftBehind } from "./mirror-files.ts";
import type { GitSetting, GitSurroundings } from "../process/git-command.ts";

/** A mirror to fetch a commit into, and the transport to its server. */
export interface Fetching {
  readonly mirror: string;
  readonly passage: GitTransport;
  /** The name of the repository in messages. */
  readonly about: string;
  readonly surroundings: GitSurroundings;
  readonly limits: GitLimits;
  readonly signal: AbortSignal;
}

/** Returns the object to request: the tag, if there is one, which brings its commit. */
export function wantedOf(head: GitHead): string {
  return head.tag ?? head.commit;
}

/** Returns the ref by which a mirror knows that it has an object with all it needs. */
export function keptRef(id: string): string {
  return `refs/converge/${id}`;
}

/**
 * A failed fetch for which the mirror may be at fault: the output is not a known error of a server or the
 * disk.
 */
export class UnclearFetch extends Error {
  override readonly name = "UnclearFetch";
  readonly fault: GitError;

  constructor(fault: GitError) {
    super(fault.message, { cause: fault });
    this.fault = fault;
  }
}

/**
 * Fetches one commit without its history, and without files larger than the limit if the server can leave
 * them out. A server that serves nothing by its id is asked by the ref, and from one without shallow support
 * everything is fetched. Throws a GitError, or an UnclearFetch if the mirror itself may be broken.
 */
export async function fetchCommit(head: GitHead, fetching: Fetching): Promise<void> {
  await removeLeftBehind(fetching.mirror);
  const before = await packSize(fetching.mirror);
  const most = before.bytes + fetching.limits.fetched;
  let attempt: Attempt = { source: wantedOf(head), isShallow: true, isFiltered: true };
  for (;;) {
    const ending = await runBounded(fetchWords(attempt, head, fetching.limits), { fetching, attempt, most });
    if (ending.exit === 0) {
      return;
    }
    const next = nextAttempt(attempt, ending.said, head);
    if (next === undefined) {
      throw failure(ending, head, fetching);
    }
    attempt = next;
  }
}

interface Attempt {
  /** An id, or a ref. */
  readonly source: string;
  /** Without the history. */
  readonly isShallow: boolean;
  /** Without large files. */
  readonly isFiltered: boolean;
}

function nextAttempt(attempt: Attempt, said: string, head: GitHead): Attempt | undefined {
  if (attempt.isShallow && /does not support (?:shallow|--depth)|shallow capabilities/i.test(said)) {
    return { ...attempt, isShallow: false, isFiltered: false };
  }
  // Git before 2.44 does not honor the list of harmless faults if files are left out.
  if (attempt.isFiltered && harmlessFault.test(said)) {
    return { ...attempt, isFiltered: false };
  }
  const isRefused = /unadvertised object|not our ref|couldn't find remote ref/i.test(said);
  return isRefused && attempt.source !== head.ref && head.ref !== head.commit
    ? { ...attempt, source: head.ref }
    : undefined;
}

function fetchWords(attempt: Attempt, head: GitHead, limits: GitLimits): readonly string[] {
  return [
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-write-fetch-head",
    "--no-recurse-submodules",
    ...(attempt.isShallow ? ["--depth=1"] : []),
    ...(attempt.isFiltered ? [`--filter=${filterOf(limits)}`] : []),
    "origin",
    `+${attempt.source}:${keptRef(wantedOf(head))}`,
  ];
}

function filterOf(limits: GitLimits): string {
  // The limit itself is still allowed; git leaves out files of that size or larger.
  return `blob:limit=${limits.file + 1}`;
}

/**
 * Faults found in received objects that ordinary old repositories have, and that do no harm here: git checks
 * nothing out, and attributes are not read.
 */
const harmless = [
  "badDate",
  "badDateOverflow",
  "badEmail",
  "badFilemode",
  "badName",
  "badTagName",
  "badTimezone",
  "extraHeaderEntry",
  "gitattributesBlob",
  "gitattributesLarge",
  "gitattributesLineLength",
  "gitattributesMissing",
  "missingEmail",
  "missingNameBeforeEmail",
  "missingSpaceBeforeDate",
  "missingSpaceBeforeEmail",
  "missingTaggerEntry",
  "multipleAuthors",
  "nulInCommit",
  "zeroPaddedDate",
  "zeroPaddedFilemode",
] as const;

const harmlessFault = new RegExp(`\\b(?:${harmless.join("|")}):`);

/**
 * Returns the settings of a fetch. Only while it fetches does a mirror know of a server that has what it
 * lacks: at all other times nothing is requested behind our back.
 */
function fetchConfig({ passage, limits }: Fetching, { isFiltered }: Attempt): readonly GitSetting[] {
  return [
    ["remote.origin.url", passage.url],
    ...(isFiltered
      ? ([
          ["remote.origin.promisor", "true"],
          ["remote.origin.partialclonefilter", filterOf(limits)],
        ] as const)
      : []),
    ["protocol.version", "2"],
    ["transfer.fsckObjects", "true"],
    ["fetch.fsckObjects", "true"],
    ...harmless.map((rule) => [`fetch.fsck.${rule}`, "ignore"] as const),
    ["fetch.unpackLimit", "1"],
    ["fetch.writeCommitGraph", "false"],
    ["fetch.showForcedUpdates", "false"],
    // A larger file is not read into memory as a whole.
    ["core.bigFileThreshold", String(limits.file)],
    ["pack.threads", "2"],
    ...passage.config,
  ];
}

async function runBounded(
  words: readonly string[],
  {
    fetching,
    attempt,
    most,
  }: { readonly fetching: Fetching; readonly attempt: Attempt; readonly most: number },
): Promise<GitExit> {
  const { mirror, passage, surroundings, limits, signal } = fetching;
  const tooLarge = new AbortController();
  const report = (): void => tooLarge.abort();
  const endWatch = watchSize(mirror, { most, clock: surroundings.clock, report });
  try {
    const ending = await runGit(words, {
      surroundings,
      repository: mirror,
      protocol: passage.protocol,
      config: fetchConfig(fetching, attempt),
      env: passage.env,
      time: limits.time,
      signal: AbortSignal.any([signal, tooLarge.signal]),
    });
    if ((await packSize(mirror)).bytes > most) {
      report();
      tooLarge.signal.throwIfAborted();
    }
    return ending;
  } catch (error) {
    signal.throwIfAborted();
    throw tooLarge.signal.aborted ? tooMuch(fetching) : error;
  } finally {
    endWatch();
  }
}

function tooMuch({ about, limits }: Fetching): GitError {
  return new GitError(
    "refused",
    `${about}: there is more to fetch than the ${limits.fetched} bytes allowed: raise limits.fetched, or make the repository smaller`,
  );
}

function failure(ending: GitExit, head: GitHead, { about }: Fetching): Error {
  const calls = `${about}: ${head.ref === head.commit ? "" : `${head.ref} at `}${head.commit}`;
  const known = classifyGitError(ending, calls);
  return known ?? new UnclearFetch(faultOf(ending, calls));
}

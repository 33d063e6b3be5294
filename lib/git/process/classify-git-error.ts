import type { GitExit } from "./run-git.ts";
import { GitError, type GitFault } from "../model/git-repository.ts";
import { truncate } from "../../object/message-text.ts";

interface Meaning {
  readonly pattern: RegExp;
  readonly fault: GitFault;
  /** The fact, and the remedy. */
  readonly words: string;
}

/** Messages of git, curl and ssh (with LC_ALL=C), the specific before the general. */
const meanings: readonly Meaning[] = [
  meaning(
    /no space left on device|disk quota exceeded/i,
    "local",
    "there is no space left on the disk: make room",
  ),
  meaning(
    /read-only file system|unable to create temporary file|cannot create directory/i,
    "local",
    "nothing can be written: see the folder's mode and the disk",
  ),
  meaning(
    /remote host identification has changed|host key verification failed|no .* host key is known/i,
    "unauthorized",
    "the server's host key is not the known one: give its key in known_hosts",
  ),
  meaning(
    /permission denied \(|too many authentication failures|load key .*(?:invalid|error)/i,
    "unauthorized",
    "the server does not take our ssh key: see that the key is right and known there",
  ),
  meaning(
    /dubious ownership/i,
    "unauthorized",
    "the repository belongs to another user of the machine: change its owner, or serve it by ssh or https",
  ),
  meaning(
    /returned error: 403|access denied|forbidden/i,
    "unauthorized",
    "the server does not let us read it: see what the token or user may do",
  ),
  meaning(
    /returned error: 40[17]|authentication failed|could not read (?:username|password)|terminal prompts disabled|invalid credentials/i,
    "unauthorized",
    "the server does not know us: see the username and the password or token",
  ),
  meaning(
    /returned error: 404|repository .*not found|does not appear to be a git repository|project .* not found/i,
    "missing",
    "there is no such repository, or it is not shown to us: see the url and the credentials",
  ),
  meaning(
    /not valid: is this a git repository/i,
    "missing",
    "the server answers with something else than a repository, as a web page or a form to log in: see the url and the credentials",
  ),
  meaning(
    /not our ref|unadvertised object/i,
    "missing",
    "the server does not have it any more, or does not give it by its id: see the ref",
  ),
  meaning(/couldn't find remote ref|no such remote ref/i, "missing", "there is no such ref: see its name"),
  meaning(
    /transport '.*' not allowed|protocol '?\S+'? (?:not supported|.*disabled)|unable to update url base/i,
    "refused",
    "the server leads to another protocol or place: give the address it leads to",
  ),
  meaning(/returned error: 30[12378]/i, "refused", "the server leads to another address: give that one"),
  meaning(
    /could not resolve (?:host|proxy)|name or service not known|temporary failure in name resolution/i,
    "unreachable",
    "its name is not known: see the url and the name service",
  ),
  meaning(
    /certificate|ssl|tls|gnutls/i,
    "unreachable",
    "its certificate is not trusted or there is no secure connection: see the caFile",
  ),
  meaning(
    /connection refused|couldn't connect|failed to connect|no route to host|network is unreachable/i,
    "unreachable",
    "nothing answers there: see that the server runs and that the way is open",
  ),
  meaning(/returned error: (?:429|5\d\d)/i, "unreachable", "the server has trouble: it is asked again later"),
  meaning(
    /timed out|timeout|operation too slow/i,
    "unreachable",
    "there is no answer in time: see that the server runs and that the way is open",
  ),
  meaning(
    /hung up|early eof|connection (?:reset|closed)|rpc failed|unexpected disconnect|transfer closed/i,
    "unreachable",
    "the connection broke off: it is tried again later",
  ),
];

function meaning(pattern: RegExp, fault: GitFault, words: string): Meaning {
  return { pattern, fault, words };
}

/** Matches a fault of what was received: `error: object 4b825d: hasDotgit: contains '.git'`. */
const badObject = /(?:error|fatal): (?:object [0-9a-f]+: (?<rule>[^\n]*)|fsck error[^\n]*)/;

/**
 * Classifies a git command that failed; undefined if its messages are not known. `about` is the name of the
 * repository in messages. Nothing of a URL with a user or a secret in it is passed on.
 */
export function classifyGitError(ending: GitExit, about: string): GitError | undefined {
  if (ending.cut === "late") {
    return new GitError(
      "unreachable",
      `${about}: there is no end in the time allowed: see the server, or allow more time`,
    );
  }
  const bad = badObject.exec(ending.said);
  if (bad !== null) {
    const rule = shownWords(bad.groups?.["rule"] ?? "an object is malformed");
    return new GitError(
      "refused",
      `${about}: it holds what git does not accept (${rule}): remove that from the repository`,
    );
  }
  const found = meanings.find(({ pattern }) => pattern.test(ending.said));
  return found === undefined
    ? undefined
    : new GitError(found.fault, `${about}: ${withDetail(found, ending.said)}`);
}

/**
 * Classifies as `classifyGitError` does; an unknown failure may be over in a moment, and is `unreachable`.
 */
export function faultOf(ending: GitExit, about: string): GitError {
  const said = shownWords(specificLine(ending.said));
  return (
    classifyGitError(ending, about) ??
    new GitError(
      "unreachable",
      `${about}: ${said === "" ? `git failed (exit code ${ending.exit})` : `git says: ${said}`}: it is tried again later`,
    )
  );
}

function withDetail({ words }: Meaning, said: string): string {
  const [fact = "", ...remedy] = words.split(": ");
  const detail = shownWords(specificLine(said));
  return detail === "" ? words : `${fact} (${detail}): ${remedy.join(": ")}`;
}

/**
 * Returns the most specific line. Lines of a server (`remote: …`) are left out: it may repeat what it was
 * sent.
 */
function specificLine(said: string): string {
  const lines = said.split(/[\r\n]+/).filter((line) => line.trim() !== "" && !line.startsWith("remote:"));
  const general =
    /^fatal: (?:could not read from remote|the remote end hung up)|^Please make sure|^and the repository/i;
  const specific = lines.filter((line) => !general.test(line));
  const [line = ""] = [specific.findLast((one) => one.startsWith("fatal: ")), specific.at(-1)].flatMap(
    (one) => one ?? [],
  );
  return line.replace(/^(?:fatal|error): /, "");
}

const mostShown = 200;

function shownWords(text: string): string {
  const plain = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/(?<scheme>[a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, "$<scheme>")
    .trim();
  return truncate(plain, mostShown);
}

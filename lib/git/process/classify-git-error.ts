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
    "no space left on the disk: free some space",
  ),
  meaning(
    /read-only file system|unable to create temporary file|cannot create directory/i,
    "local",
    "the folder is not writable: check its mode and the disk",
  ),
  meaning(
    /remote host identification has changed|host key verification failed|no .* host key is known/i,
    "unauthorized",
    "the server's host key does not match the known one: put its key into known_hosts",
  ),
  meaning(
    /permission denied \(|too many authentication failures|load key .*(?:invalid|error)/i,
    "unauthorized",
    "the server rejects the ssh key: check that the key is correct and authorized there",
  ),
  meaning(
    /dubious ownership/i,
    "unauthorized",
    "the repository belongs to another user of this machine: change its owner, or serve it over ssh or https",
  ),
  meaning(
    /returned error: 403|access denied|forbidden/i,
    "unauthorized",
    "the server denies access: check the permissions of the token or user",
  ),
  meaning(
    /returned error: 40[17]|authentication failed|could not read (?:username|password)|terminal prompts disabled|invalid credentials/i,
    "unauthorized",
    "authentication failed: check the username and the password or token",
  ),
  meaning(
    /returned error: 404|repository .*not found|does not appear to be a git repository|project .* not found/i,
    "missing",
    "the repository does not exist or is not accessible: check the url and the credentials",
  ),
  meaning(
    /not valid: is this a git repository/i,
    "missing",
    "the server does not answer like a git repository, it may be a web page or a login form: check the url and the credentials",
  ),
  meaning(
    /not our ref|unadvertised object/i,
    "missing",
    "the server no longer has the commit, or does not serve it by its id: check the ref",
  ),
  meaning(
    /couldn't find remote ref|no such remote ref/i,
    "missing",
    "the ref does not exist: check its name",
  ),
  meaning(
    /transport '.*' not allowed|protocol '?\S+'? (?:not supported|.*disabled)|unable to update url base/i,
    "refused",
    "the server redirects to another protocol or host: use the address that it redirects to",
  ),
  meaning(/returned error: 30[12378]/i, "refused", "the server redirects to another address: use that one"),
  meaning(
    /could not resolve (?:host|proxy)|name or service not known|temporary failure in name resolution/i,
    "unreachable",
    "the host name cannot be resolved: check the url and DNS",
  ),
  // Messages of TLS libraries about a connection that ended early.
  meaning(
    /unexpected eof|non-properly terminated|ssl_error_syscall|ssl_(?:read|write).*(?:connection reset|broken pipe)/i,
    "unreachable",
    "the connection was lost: it is tried again later",
  ),
  meaning(
    /certificate|ssl|tls|gnutls/i,
    "unreachable",
    "its certificate is not trusted, or TLS failed: check the caFile",
  ),
  meaning(
    /connection refused|couldn't connect|failed to connect|no route to host|network is unreachable/i,
    "unreachable",
    "the server cannot be reached: check that it is running and that the network allows the connection",
  ),
  meaning(
    /returned error: (?:429|5\d\d)/i,
    "unreachable",
    "the server returns an error: it is asked again later",
  ),
  meaning(
    /timed out|timeout|operation too slow/i,
    "unreachable",
    "the server does not answer in time: check that it is running and that the network allows the connection",
  ),
  meaning(
    /hung up|early eof|connection (?:reset|closed)|rpc failed|unexpected disconnect|transfer closed/i,
    "unreachable",
    "the connection was lost: it is tried again later",
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
      `${about}: git did not finish in the time allowed: check the server, or allow more time`,
    );
  }
  const bad = badObject.exec(ending.said);
  if (bad !== null) {
    const rule = shownWords(bad.groups?.["rule"] ?? "an object is malformed");
    return new GitError(
      "refused",
      `${about}: it contains an object that git rejects (${rule}): remove it from the repository`,
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
  return line.replace(/^(?:fatal|error): /, "").replaceAll(elapsed, "");
}

/** The time that an attempt took, as curl reports it: it differs, and the fault is still the same. */
const elapsed = / after \d+ (?:ms|milliseconds)(?: with \d+ (?:out of \d+ )?bytes received)?/g;

const mostShown = 200;

function shownWords(text: string): string {
  const plain = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/(?<scheme>[a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, "$<scheme>")
    .trim();
  return truncate(plain, mostShown);
}

import { GitError } from "../model/git-repository.ts";
import { truncate } from "../../object/message-text.ts";

/**
 * The address of a repository, checked, with nothing in it that git, ssh or a shell could take for more than
 * an address.
 */
export interface GitAddress {
  readonly scheme: "https" | "http" | "ssh" | "file";
  /** The URL for git: without user and password for https and http. */
  readonly url: string;
  /** `https://host:8443`; empty for ssh and files. */
  readonly origin: string;
  /** The host with its port as known_hosts writes it: `host`, `[host]:2222`; empty for a file. */
  readonly host: string;
  /** The user in the address; empty if there is none. */
  readonly user: string;
}

/**
 * Matches what a terminal interprets, what breaks lines, and what is invisible; a plain space is fine, names
 * of projects have them.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/u;
const everyUnprintable = new RegExp(unprintable, "gu");

/**
 * Matches a host name or IP address; never with a leading dash, which ssh would take for a flag, nor with a
 * `*`, which git's settings read as a pattern.
 */
const plainHost = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])$/;
/** `git`, `APKAEIBAERJR2EXAMPLE`, or `someone@example.com` as some servers require it. */
const plainUser = /^(?:[A-Za-z0-9_][A-Za-z0-9._+@-]*)?$/;
const secureShell =
  /^ssh:\/\/(?:(?<user>[^/]*)@)?(?<host>\[[^\]/]*\]|[^/:@[\]]*)(?::(?<port>\d{1,5}))?(?<path>\/.+)$/i;
/**
 * `[user@]host:path`, as in scp(1). With a colon before the `@` it is not of that form:
 * `user:password@host:path`.
 */
const withSecret = /^[^/:@]*:[^/@]*@[^/:]+:/;
const secureCopy = /^(?:(?<user>[^/:]*)@)?(?<host>\[[^\]/]*\]|[^/:@[\]]*):(?<path>[^:].*)$/;

/**
 * Checks an address before git sees it: `https`, `ssh` (`git@host:path` too), `file`, and `http` if that is
 * allowed. Throws a GitError of the fault `refused` for anything else, and if a password is in it.
 */
export function parseGitAddress(url: string, allowHttp: boolean): GitAddress {
  if (!isPlain(url)) {
    throw noAddress(url);
  }
  const scheme = (/^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1] ?? "").toLowerCase();
  if (scheme === "http" && !allowHttp) {
    throw refused(
      url,
      "is not encrypted, so its content can be changed in transit: use https, or set allowHttp (--git-allow-http)",
    );
  }
  const read = readers.get(scheme);
  if (read === undefined) {
    throw refused(url, `begins with ${scheme}://: supported schemes are https, ssh and file`);
  }
  return read(url);
}

const readers: ReadonlyMap<string, (url: string) => GitAddress> = new Map([
  ["https", (url) => webAddress(url, "https")],
  ["http", (url) => webAddress(url, "http")],
  ["file", fileAddress],
  ["ssh", (url) => shellAddress(url, secureShell)],
  ["", (url) => shellAddress(url, secureCopy)],
]);

function isPlain(url: string): boolean {
  const plain = decoded(url);
  return plain !== undefined && !unprintable.test(plain) && !unprintable.test(url) && !/^[-\s]|\s$/.test(url);
}

/**
 * Formats an address for people: without user and password, of bounded length, and without what a terminal
 * would interpret.
 */
export function printableUrl(url: string): string {
  const bare = url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1")
    .replace(/[?#].*$/s, "")
    .replace(/^[^/@:]*:[^/@]*@/, "")
    .replaceAll(everyUnprintable, "?");
  return truncate(bare, longestShown);
}

const longestShown = 200;

function webAddress(url: string, scheme: "https" | "http"): GitAddress {
  const parsed = URL.parse(url);
  const isRepository =
    parsed !== null && plainHost.test(parsed.hostname) && parsed.search === "" && parsed.hash === "";
  if (!isRepository) {
    throw noAddress(url);
  }
  if (parsed.password !== "") {
    throw withPassword(url);
  }
  const { origin, pathname, host, username } = parsed;
  // Rebuilt from its parts, so that git sees no other host in it than was checked here.
  return { scheme, url: `${origin}${pathname}`, origin, host, user: decoded(username) ?? "" };
}

function fileAddress(url: string): GitAddress {
  const path = url.slice("file://".length);
  if (!path.startsWith("/")) {
    throw refused(url, "is not an absolute path: write file:///path");
  }
  return { scheme: "file", url: `file://${path}`, origin: "", host: "", user: "" };
}

function shellAddress(url: string, form: RegExp): GitAddress {
  const { user, host, port, path } = partsOf(url, form);
  const name = decoded(user) ?? "";
  if (name.includes(":") || withSecret.test(url)) {
    throw withPassword(url);
  }
  // A path with a leading dash would be a flag of git-upload-pack.
  const isPath = !path.startsWith("-");
  if (!isPath || !plainHost.test(host) || !plainUser.test(name)) {
    throw noAddress(url);
  }
  return { scheme: "ssh", url, origin: "", host: knownHost(host, port), user: name };
}

interface ShellParts {
  readonly user: string;
  readonly host: string;
  readonly port?: string | undefined;
  readonly path: string;
}

function partsOf(url: string, form: RegExp): ShellParts {
  const { user = "", host = "", port, path = "" } = form.exec(url)?.groups ?? {};
  return { user, host, port, path };
}

function knownHost(host: string, port = "22"): string {
  const name = host.replaceAll(/^\[|\]$/g, "");
  return Number(port) === 22 ? name : `[${name}]:${Number(port)}`;
}

function decoded(url: string): string | undefined {
  try {
    return decodeURIComponent(url);
  } catch {
    return undefined;
  }
}

function noAddress(url: string): GitError {
  return refused(
    url,
    "is not the address of a repository: write https://host/path, ssh://git@host/path, git@host:path or file:///path",
  );
}

function withPassword(url: string): GitError {
  return refused(url, "contains a password: put it into a file, and set passwordFile");
}

function refused(url: string, why: string): GitError {
  return new GitError("refused", `${JSON.stringify(printableUrl(url))} ${why}`);
}

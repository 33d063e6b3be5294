import { GitError } from "../model/git-repository.ts";
import type { GitAccess } from "../model/git-source.ts";
import {
  type GitCredentials,
  folderVariable,
  type TransportEnvironment,
  type ProcessEnv,
} from "./credentials.ts";
import type { GitAddress } from "./git-address.ts";
import type { GitSetting } from "../process/git-command.ts";

/**
 * Returns the environment of git for an https server, or an http one if that is allowed. Throws a GitError
 * (refused) if the proxy is malformed.
 */
export function httpsEnvironment(
  { address, access, credentials }: { address: GitAddress; access: GitAccess; credentials: GitCredentials },
  env: ProcessEnv,
): TransportEnvironment {
  const proof = proofFor(address, credentials);
  const { authorities } = credentials;
  const proxy = proxyFor(access, env);
  return {
    config: [
      ["http.sslVerify", "true"],
      // A server that keeps a connection open and sends nothing for half a minute is as good as unreachable;
      // one that is working on a pack sends signs of life.
      ["http.lowSpeedLimit", "1"],
      ["http.lowSpeedTime", "30"],
      ...proof.config,
      ...proxy.config,
    ],
    env: proxy.env,
    files: new Map([...proof.files, ...(authorities === undefined ? [] : [[caName, authorities] as const])]),
    paths: authorities === undefined ? [] : [["http.sslCAInfo", caName]],
  };
}

const caName = "ca.crt";
const credentialsName = "credentials";

/**
 * Returns the settings and files that authenticate us. A username and a password are given to git's own
 * credential store, which answers for this server only: wherever a redirect leads, another server is asked
 * for credentials of its own. A header is not so restricted: git sends it with all that follows the first
 * redirect. So with a token in a header no redirect is followed.
 */
function proofFor(
  { origin, user }: GitAddress,
  { username, password, bearerToken }: GitCredentials,
): { readonly config: readonly GitSetting[]; readonly files: ReadonlyMap<string, string> } {
  if (bearerToken !== undefined) {
    const config: readonly GitSetting[] = [
      ["http.followRedirects", "false"],
      [`http.${origin}/.extraHeader`, `Authorization: Bearer ${bearerToken}`],
    ];
    return { config, files: new Map() };
  }
  const redirects: GitSetting = ["http.followRedirects", "initial"];
  if (password === undefined) {
    return { config: [redirects], files: new Map() };
  }
  const who = username ?? (user === "" ? anyone : user);
  const [scheme, host] = origin.split("://");
  const line = `${scheme}://${encodeURIComponent(who)}:${encodeURIComponent(password)}@${host}\n`;
  const helper: GitSetting = [
    `credential.${origin}.helper`,
    `store --file "$${folderVariable}/${credentialsName}"`,
  ];
  return { config: [redirects, helper], files: new Map([[credentialsName, line]]) };
}

/** Servers that accept a token as password require a username too, and mostly do not care which. */
const anyone = "git";

const proxyNames = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];
const exceptionNames = ["no_proxy", "NO_PROXY"];

/**
 * Returns the settings of the proxy. The variables of the environment apply as a whole, or not at all:
 * `NO_PROXY` refers to the proxy that is set beside it.
 */
function proxyFor({ proxy }: GitAccess, env: ProcessEnv): Pick<TransportEnvironment, "config" | "env"> {
  if (proxy !== undefined) {
    checkProxy(proxy);
    return { config: [["http.proxy", proxy]], env: new Map(exceptionNames.map((name) => [name, ""])) };
  }
  const given = [...proxyNames, ...exceptionNames].map((name) => [name, env[name] ?? ""] as const);
  return { config: [], env: new Map(given.filter(([, value]) => value !== "")) };
}

const proxyForm = /^(?:https?|socks[45]|socks4a|socks5h):\/\/[^\s\p{Cc}/]+\/?$/u;

/**
 * Throws a GitError (refused) if the proxy is malformed. The message does not repeat it: there may be a
 * password in it.
 */
function checkProxy(proxy: string): void {
  if (!proxyForm.test(proxy)) {
    throw new GitError(
      "refused",
      "the proxy is not a valid address: write http://host:3128 (https, socks5 and socks5h are supported too)",
    );
  }
}

import test from "ava";
import { array, assert, constantFrom, property } from "fast-check";

import { GitError } from "../model/git-repository.ts";
import { type GitAddress, parseGitAddress, printableUrl } from "./git-address.ts";

function read(url: string, allowHttp = false): GitAddress | string {
  try {
    return parseGitAddress(url, allowHttp);
  } catch (error) {
    if (error instanceof GitError && error.fault === "refused") {
      return error.message;
    }
    throw error;
  }
}

const taken = test.macro({
  exec: (t, url: string, expected: Partial<GitAddress>) => {
    const address = read(url, true);
    t.like(address, { url, ...expected });
  },
  title: (_, url: string) => `${url} is accepted as a git address`,
});

test(taken, "https://host/shop.git", { scheme: "https", origin: "https://host", host: "host" });
test(taken, "https://host:443/a", { url: "https://host/a", origin: "https://host" });
test(taken, "https://HOST:8443/a%20b/_git/c", { url: "https://host:8443/a%20b/_git/c", host: "host:8443" });
test(taken, "https://ada@host/a", { url: "https://host/a", user: "ada" });
test(taken, "https://[::1]:8443/a", { origin: "https://[::1]:8443" });
test(taken, "https://good\\@evil/a", { url: "https://good/@evil/a", origin: "https://good" });
test(taken, "http://host/a", { scheme: "http", origin: "http://host" });
test(taken, "ssh://git@host/a/b.git", { scheme: "ssh", host: "host", user: "git" });
test(taken, "ssh://git@host:22/a", { host: "host" });
test(taken, "ssh://git@[2001:db8::1]:2222/a", { host: "[2001:db8::1]:2222" });
test(taken, "ssh://ada%40example.com@host:2022/a", { user: "ada@example.com", host: "[host]:2022" });
test(taken, "git@host:team/shop.git", { scheme: "ssh", host: "host", user: "git" });
test(taken, "host:shop", { scheme: "ssh", host: "host", user: "" });
test(taken, "git@[::1]:shop", { host: "::1" });
test(taken, "file:///srv/shop.git", { scheme: "file", origin: "", host: "" });

const refusal = test.macro({
  exec: (t, url: string, why: RegExp) => {
    const answer = read(url);
    const said = typeof answer === "object" ? `${answer.url} is taken` : answer;
    t.regex(said, why);
    t.notRegex(said, /hunter2|\p{Cc}/u);
  },
  title: (_, url: string, why: RegExp) => `the git address ${JSON.stringify(url)} is refused: ${why.source}`,
});

const noAddress = /is not the address of a repository/;
test(refusal, "", noAddress);
test(refusal, "/srv/shop.git", noAddress);
test(refusal, "./shop", noAddress);
test(refusal, "-oProxyCommand=touch /tmp/x", noAddress);
test(refusal, "--upload-pack=touch", noAddress);
test(refusal, "ssh://-oProxyCommand=touch/x", noAddress);
test(refusal, "ssh://%2doProxyCommand=touch/x", noAddress);
test(refusal, "ssh://-oX@host/x", noAddress);
test(refusal, "ssh://%2doX@host/x", noAddress);
test(refusal, "-oX@host:x", noAddress);
test(refusal, "host:-x", noAddress);
test(refusal, "ssh://host", noAddress);
test(refusal, "ssh://host:x/y", noAddress);
test(refusal, "ssh://ho$(touch x)st/y", noAddress);
test(refusal, "https://host/a\nb", noAddress);
test(refusal, "https://host/a%0ab", noAddress);
test(refusal, "https://host/\u001B]0;x\u0007", noAddress);
test(refusal, "https://host/\u202Egpj", noAddress);
test(refusal, "https://host/a ", noAddress);
test(refusal, "https://*.example.com/a", noAddress);
test(refusal, "https://host/a?x=hunter2", noAddress);
test(refusal, "ext::sh -c touch% x", noAddress);
test(refusal, "ext://sh", /begins with ext:\/\/: supported schemes are https, ssh and file/);
test(refusal, "git://host/a", /begins with git:/);
test(refusal, "FTP://host/a", /begins with ftp:/);
test(refusal, "file://host/a", /is not an absolute path: write file:\/\/\/path/);
test(refusal, "http://host/a", /is not encrypted.*use https/);
test(refusal, "https://ada:hunter2@host/a", /contains a password: put it into a file/);
test(refusal, "ssh://ada:hunter2@host/a", /contains a password/);
test(refusal, "ada:hunter2@host:a", /contains a password/);

test("a printed git address has no credentials and no query, and is truncated", (t) => {
  t.is(printableUrl("https://ada:hunter2@host/a?token=hunter2"), "https://host/a");
  t.is(printableUrl("ada:hunter2@host:a"), "host:a");
  t.is(printableUrl("git@host:a"), "git@host:a");
  t.is(printableUrl(`https://host/${"a".repeat(1000)}`).length, 201);
});

test("no accepted git address contains a command-line flag or unprintable characters", (t) => {
  const begin = constantFrom("https://", "ssh://", "ssh://git@", "git@", "");
  const piece = constantFrom("-o", ":", "/", "@", "host", "%2d", "%0a", "\n", "[::1]", "x");
  const end = constantFrom("host/x", "host:x", "/x", "");
  let addresses = 0;
  assert(
    property(begin, array(piece, { maxLength: 3 }), end, (first, middle, last) => {
      const address = read([first, ...middle, last].join(""), true);
      if (typeof address === "object") {
        addresses += 1;
        // Git decodes a URL, but not `host:path`.
        const plain = address.url.includes("://") ? decodeURIComponent(address.url) : address.url;
        // What git passes to ssh: `user@host`, and the path for the remote side.
        const isFlag = /^(?:ssh:\/\/)?-|^[^/:]*:-/.test(plain);
        return !/\p{Cc}/u.test(plain) && !isFlag && !address.host.startsWith("-");
      }
      return true;
    }),
    { numRuns: 1000 },
  );
  t.true(addresses > 0);
});

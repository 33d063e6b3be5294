import test from "ava";

import { faultOf } from "./classify-git-error.ts";

const refused =
  "\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.\n";

const classifies = test.macro({
  exec: (t, said: string, expected: string) => {
    const { fault, message } = faultOf({ exit: 128, said }, "https://host/a");
    t.is(`${fault}: ${message}`, expected.replace(": ", ": https://host/a: "));
  },
  title: (_, said: string = "") => `a git error is classified: ${JSON.stringify(said.slice(0, 90))}`,
});

test(
  classifies,
  "fatal: unable to access 'https://nowhere.invalid/x/': Could not resolve host: nowhere.invalid",
  "unreachable: the host name cannot be resolved (unable to access 'https://nowhere.invalid/x/': Could not resolve host: nowhere.invalid): check the url and DNS",
);
test(
  classifies,
  "fatal: unable to access 'https://ada:secret@host/x/': The requested URL returned error: 503",
  "unreachable: the server returns an error (unable to access 'https://host/x/': The requested URL returned error: 503): it is asked again later",
);
test(
  classifies,
  "fatal: unable to access 'http://127.0.0.1:1/x/': Failed to connect to 127.0.0.1 port 1 after 0 ms: Couldn't connect to server",
  "unreachable: the server cannot be reached (unable to access 'http://127.0.0.1:1/x/': Failed to connect to 127.0.0.1 port 1: Couldn't connect to server): check that it is running and that the network allows the connection",
);
test(
  classifies,
  "fatal: unable to access 'https://host/': server certificate verification failed. CAfile: none CRLfile: none",
  "unreachable: its certificate is not trusted, or TLS failed (unable to access 'https://host/': server certificate verification failed. CAfile: none CRLfile: none): check the caFile",
);
test(
  classifies,
  "error: RPC failed; curl 56 OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0\nfatal: expected flush after ref listing",
  "unreachable: the connection was lost (expected flush after ref listing): it is tried again later",
);
test(
  classifies,
  "fatal: https://host/a/info/refs not valid: is this a git repository?",
  "missing: the server does not answer like a git repository, it may be a web page or a login form (https://host/a/info/refs not valid: is this a git repository?): check the url and the credentials",
);
test(
  classifies,
  "remote: token s3cret is wrong\nfatal: Authentication failed for 'https://host/a/'",
  "unauthorized: authentication failed (Authentication failed for 'https://host/a/'): check the username and the password or token",
);
test(
  classifies,
  "fatal: could not read Username for 'https://host': terminal prompts disabled",
  "unauthorized: authentication failed (could not read Username for 'https://host': terminal prompts disabled): check the username and the password or token",
);
test(
  classifies,
  `git@host: Permission denied (publickey).\r${refused}`,
  "unauthorized: the server rejects the ssh key (git@host: Permission denied (publickey).): check that the key is correct and authorized there",
);
test(
  classifies,
  `Host key verification failed.\r${refused}`,
  "unauthorized: the server's host key does not match the known one (Host key verification failed.): put its key into known_hosts",
);
test(
  classifies,
  `ssh: Could not resolve hostname nowhere.invalid: Name or service not known${refused}`,
  "unreachable: the host name cannot be resolved (ssh: Could not resolve hostname nowhere.invalid: Name or service not known): check the url and DNS",
);
test(
  classifies,
  `ssh: connect to host 127.0.0.1 port 1: Connection refused${refused}`,
  "unreachable: the server cannot be reached (ssh: connect to host 127.0.0.1 port 1: Connection refused): check that it is running and that the network allows the connection",
);
test(
  classifies,
  "fatal: repository 'https://host/a/' not found",
  "missing: the repository does not exist or is not accessible (repository 'https://host/a/' not found): check the url and the credentials",
);
test(
  classifies,
  "fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output",
  "local: no space left on the disk (fetch-pack: invalid index-pack output): free some space",
);
test(
  classifies,
  "error: object 4b825d: hasDotgit: contains '.git'\nfatal: fsck error in packed object\nfatal: fetch-pack: invalid index-pack output",
  "refused: it contains an object that git rejects (hasDotgit: contains '.git'): remove it from the repository",
);
test(
  classifies,
  "fatal: \u001b[31mwhat\u202e no one knows",
  "unreachable: git says: [31mwhat  no one knows: it is tried again later",
);
test(classifies, "", "unreachable: git failed (exit code 128): it is tried again later");

test("the time that an attempt took is left out, so that the next attempt reports the same fault", (t) => {
  t.is(
    messageOf("Failed to connect to host port 443 after 12 ms: Couldn't connect to server"),
    messageOf("Failed to connect to host port 443 after 3 ms: Couldn't connect to server"),
  );
  t.is(
    messageOf("Operation timed out after 30001 milliseconds with 0 out of 512 bytes received"),
    messageOf("Operation timed out after 30022 milliseconds with 0 bytes received"),
  );
});

function messageOf(detail: string): string {
  const said = `fatal: unable to access 'https://host/a/': ${detail}`;
  return faultOf({ exit: 128, said }, "https://host/a").message;
}

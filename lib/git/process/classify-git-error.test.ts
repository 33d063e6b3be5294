import test from "ava";

import { faultOf } from "./classify-git-error.ts";

const refused =
  "\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.\n";

const meant = test.macro({
  exec: (t, said: string, expected: string) => {
    const { fault, message } = faultOf({ exit: 128, said }, "https://host/a");
    t.is(`${fault}: ${message}`, expected.replace(": ", ": https://host/a: "));
  },
  title: (_, said: string = "") => `git says ${JSON.stringify(said.slice(0, 90))}`,
});

test(
  meant,
  "fatal: unable to access 'https://nowhere.invalid/x/': Could not resolve host: nowhere.invalid",
  "unreachable: the host name cannot be resolved (unable to access 'https://nowhere.invalid/x/': Could not resolve host: nowhere.invalid): check the url and DNS",
);
test(
  meant,
  "fatal: unable to access 'https://ada:secret@host/x/': The requested URL returned error: 503",
  "unreachable: the server returns an error (unable to access 'https://host/x/': The requested URL returned error: 503): it is asked again later",
);
test(
  meant,
  "fatal: unable to access 'http://127.0.0.1:1/x/': Failed to connect to 127.0.0.1 port 1 after 0 ms: Couldn't connect to server",
  "unreachable: the server cannot be reached (unable to access 'http://127.0.0.1:1/x/': Failed to connect to 127.0.0.1 port 1 after 0 ms: Couldn't connect to server): check that it is running and that the network allows the connection",
);
test(
  meant,
  "fatal: unable to access 'https://host/': server certificate verification failed. CAfile: none CRLfile: none",
  "unreachable: its certificate is not trusted, or TLS failed (unable to access 'https://host/': server certificate verification failed. CAfile: none CRLfile: none): check the caFile",
);
test(
  meant,
  "fatal: https://host/a/info/refs not valid: is this a git repository?",
  "missing: the server does not answer like a git repository, it may be a web page or a login form (https://host/a/info/refs not valid: is this a git repository?): check the url and the credentials",
);
test(
  meant,
  "remote: token s3cret is wrong\nfatal: Authentication failed for 'https://host/a/'",
  "unauthorized: authentication failed (Authentication failed for 'https://host/a/'): check the username and the password or token",
);
test(
  meant,
  "fatal: could not read Username for 'https://host': terminal prompts disabled",
  "unauthorized: authentication failed (could not read Username for 'https://host': terminal prompts disabled): check the username and the password or token",
);
test(
  meant,
  `git@host: Permission denied (publickey).\r${refused}`,
  "unauthorized: the server rejects the ssh key (git@host: Permission denied (publickey).): check that the key is correct and authorized there",
);
test(
  meant,
  `Host key verification failed.\r${refused}`,
  "unauthorized: the server's host key does not match the known one (Host key verification failed.): put its key into known_hosts",
);
test(
  meant,
  `ssh: Could not resolve hostname nowhere.invalid: Name or service not known${refused}`,
  "unreachable: the host name cannot be resolved (ssh: Could not resolve hostname nowhere.invalid: Name or service not known): check the url and DNS",
);
test(
  meant,
  `ssh: connect to host 127.0.0.1 port 1: Connection refused${refused}`,
  "unreachable: the server cannot be reached (ssh: connect to host 127.0.0.1 port 1: Connection refused): check that it is running and that the network allows the connection",
);
test(
  meant,
  "fatal: repository 'https://host/a/' not found",
  "missing: the repository does not exist or is not accessible (repository 'https://host/a/' not found): check the url and the credentials",
);
test(
  meant,
  "fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output",
  "local: no space left on the disk (fetch-pack: invalid index-pack output): free some space",
);
test(
  meant,
  "error: object 4b825d: hasDotgit: contains '.git'\nfatal: fsck error in packed object\nfatal: fetch-pack: invalid index-pack output",
  "refused: it contains an object that git rejects (hasDotgit: contains '.git'): remove it from the repository",
);
test(
  meant,
  "fatal: \u001b[31mwhat\u202e no one knows",
  "unreachable: git says: [31mwhat  no one knows: it is tried again later",
);
test(meant, "", "unreachable: git failed (exit code 128): it is tried again later");

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
  "unreachable: its name is not known (unable to access 'https://nowhere.invalid/x/': Could not resolve host: nowhere.invalid): see the url and the name service",
);
test(
  meant,
  "fatal: unable to access 'https://ada:secret@host/x/': The requested URL returned error: 503",
  "unreachable: the server has trouble (unable to access 'https://host/x/': The requested URL returned error: 503): it is asked again later",
);
test(
  meant,
  "fatal: unable to access 'http://127.0.0.1:1/x/': Failed to connect to 127.0.0.1 port 1 after 0 ms: Couldn't connect to server",
  "unreachable: nothing answers there (unable to access 'http://127.0.0.1:1/x/': Failed to connect to 127.0.0.1 port 1 after 0 ms: Couldn't connect to server): see that the server runs and that the way is open",
);
test(
  meant,
  "fatal: unable to access 'https://host/': server certificate verification failed. CAfile: none CRLfile: none",
  "unreachable: its certificate is not trusted or there is no secure connection (unable to access 'https://host/': server certificate verification failed. CAfile: none CRLfile: none): see the caFile",
);
test(
  meant,
  "fatal: https://host/a/info/refs not valid: is this a git repository?",
  "missing: the server answers with something else than a repository, as a web page or a form to log in (https://host/a/info/refs not valid: is this a git repository?): see the url and the credentials",
);
test(
  meant,
  "remote: token s3cret is wrong\nfatal: Authentication failed for 'https://host/a/'",
  "unauthorized: the server does not know us (Authentication failed for 'https://host/a/'): see the username and the password or token",
);
test(
  meant,
  "fatal: could not read Username for 'https://host': terminal prompts disabled",
  "unauthorized: the server does not know us (could not read Username for 'https://host': terminal prompts disabled): see the username and the password or token",
);
test(
  meant,
  `git@host: Permission denied (publickey).\r${refused}`,
  "unauthorized: the server does not take our ssh key (git@host: Permission denied (publickey).): see that the key is right and known there",
);
test(
  meant,
  `Host key verification failed.\r${refused}`,
  "unauthorized: the server's host key is not the known one (Host key verification failed.): give its key in known_hosts",
);
test(
  meant,
  `ssh: Could not resolve hostname nowhere.invalid: Name or service not known${refused}`,
  "unreachable: its name is not known (ssh: Could not resolve hostname nowhere.invalid: Name or service not known): see the url and the name service",
);
test(
  meant,
  `ssh: connect to host 127.0.0.1 port 1: Connection refused${refused}`,
  "unreachable: nothing answers there (ssh: connect to host 127.0.0.1 port 1: Connection refused): see that the server runs and that the way is open",
);
test(
  meant,
  "fatal: repository 'https://host/a/' not found",
  "missing: there is no such repository, or it is not shown to us (repository 'https://host/a/' not found): see the url and the credentials",
);
test(
  meant,
  "fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output",
  "local: there is no space left on the disk (fetch-pack: invalid index-pack output): make room",
);
test(
  meant,
  "error: object 4b825d: hasDotgit: contains '.git'\nfatal: fsck error in packed object\nfatal: fetch-pack: invalid index-pack output",
  "refused: it holds what git does not accept (hasDotgit: contains '.git'): remove that from the repository",
);
test(
  meant,
  "fatal: \u001b[31mwhat\u202e no one knows",
  "unreachable: git says: [31mwhat  no one knows: it is tried again later",
);
test(meant, "", "unreachable: git failed (exit code 128): it is tried again later");

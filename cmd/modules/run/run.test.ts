import test from "ava";

import { runRecorded } from "../../../fixtures/recording-shell.ts";

/** What is said of flags that make no sense, before anything is asked of a cluster. */
const refused = test.macro<[string, readonly string[], RegExp]>({
  async exec(t, _, flags, expected) {
    const { code, stderr } = await runRecorded(["modules", "run", ...flags]);
    t.regex(stderr, expected);
    t.is(code, 2);
  },
  title: (_, name) => name,
});

test(
  refused,
  "reviews are answered with a certificate alone",
  ["--admission", ":9443"],
  /--admission requires --admission-cert-file and --admission-key-file/,
);
test(
  refused,
  "a certificate without its key is not enough",
  ["--admission", ":9443", "--admission-cert-file", "tls.crt"],
  /--admission requires --admission-cert-file and --admission-key-file/,
);
test(
  refused,
  "a certificate is for reviews",
  ["--admission-cert-file", "tls.crt", "--admission-key-file", "tls.key"],
  /require --admission: add the address to listen on/,
);
test(
  refused,
  "a version of the platform has to be one",
  ["--deckhouse", "new"],
  /for --deckhouse: write a version such as 1\.29\.6/,
);
test(
  refused,
  "a way to roll releases out has to be one",
  ["--update-mode", "Sometimes"],
  /for --update-mode: choose Auto, AutoPatch, Manual or Ignore/,
);

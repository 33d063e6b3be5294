import test from "ava";

import { runRecorded } from "../../../fixtures/recording-shell.ts";

/** Asserts that invalid flags are rejected before the cluster is contacted. */
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
  "--admission without a certificate is rejected",
  ["--admission", ":9443"],
  /--admission requires --admission-cert-file and --admission-key-file/,
);
test(
  refused,
  "--admission with a certificate but no key is rejected",
  ["--admission", ":9443", "--admission-cert-file", "tls.crt"],
  /--admission requires --admission-cert-file and --admission-key-file/,
);
test(
  refused,
  "--admission-cert-file without --admission is rejected",
  ["--admission-cert-file", "tls.crt", "--admission-key-file", "tls.key"],
  /require --admission: add the address to listen on/,
);
test(
  refused,
  "--deckhouse with an invalid version is rejected",
  ["--deckhouse", "new"],
  /for --deckhouse: write a version such as 1\.29\.6/,
);
test(
  refused,
  "--update-mode with an unknown mode is rejected",
  ["--update-mode", "Sometimes"],
  /for --update-mode: choose Auto, AutoPatch, Manual or Ignore/,
);

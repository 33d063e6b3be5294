import test from "ava";

import { parseCommit } from "./object-reader.ts";

const headers = [
  `tree ${"a".repeat(40)}`,
  `parent ${"b".repeat(40)}`,
  "author Ada Lovelace <ada@example.com> 1700000000 +0100",
  "committer Bob <bob@example.com> 1700000500 -0500",
].join("\n");

test("the subject, author and committer time of a commit are parsed", (t) => {
  t.deepEqual(parseCommit(`${headers}\n\nFix the build\n\nauthor Eve <eve@example.com> 1 +0000\n`), {
    subject: "Fix the build",
    author: "Ada Lovelace <ada@example.com>",
    at: 1_700_000_500_000,
  });
});

test("additional commit headers, such as signatures, are ignored", (t) => {
  const signed = `${headers}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\nencoding UTF-8`;
  t.is(parseCommit(`${signed}\n\nSubject`).subject, "Subject");
});

test("empty lines before the subject of a commit and spaces around it are dropped", (t) => {
  t.is(parseCommit(`${headers}\n\n\n\n  Subject  \nbody`).subject, "Subject");
  t.is(parseCommit(`${headers}\n\nSubject\r\nbody`).subject, "Subject");
});

test("a commit without a message has no subject", (t) => {
  t.is(parseCommit(`${headers}\n\n`).subject, "");
  t.is(parseCommit(headers).subject, "");
});

test("unreadable parts of a commit are empty, and an unreadable time is 0", (t) => {
  t.deepEqual(parseCommit(""), { subject: "", author: "", at: 0 });
  t.deepEqual(parseCommit("author\ncommitter nobody\n\nx"), { subject: "x", author: "", at: 0 });
  t.is(parseCommit("author Ada <ada@example.com>\n\nx").author, "Ada <ada@example.com>");
  t.is(parseCommit("committer Ada <a@b> 99999999999999 +0000\n\nx").at, 0);
});

import test from "ava";

import { BrokenMirror, EndlessLine } from "../mirror/object-reader.ts";
import { readListing, type TreeListing } from "./tree-entry.ts";

const id = "0123456789abcdef0123456789abcdef01234567";

/** Yields the output of `git ls-tree -z` in pieces of this many bytes. */
async function* written(text: string | Uint8Array, piece: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) {
    yield bytes.subarray(at, at + piece);
  }
}

function lines(...entries: readonly string[]): string {
  return entries
    .map((entry) => {
      const space = entry.indexOf(" ");
      return `${entry.slice(0, space)} blob ${id}\t${entry.slice(space + 1)}\0`;
    })
    .join("");
}

async function listing(text: string | Uint8Array, most = { files: 100, lines: 100 }): Promise<TreeListing> {
  return readListing(written(text, 7), most);
}

test("files, links and submodules of a tree are listed, folders are not", async (t) => {
  const { entries, unreadable, isCut } = await listing(
    lines(
      "100644 a.yaml",
      "100755 run.sh",
      "100664 old",
      "040000 folder",
      "40000 other",
      "120000 link",
      "160000 module",
    ),
  );
  t.deepEqual(
    entries.map(({ path, kind }) => `${path} ${kind}`),
    ["a.yaml file", "run.sh file", "old file", "link link", "module module"],
  );
  t.is(entries[0]?.id, id);
  t.deepEqual(unreadable, []);
  t.false(isCut);
});

test("a path in a tree may contain spaces, tabs, line breaks and non-ASCII letters", async (t) => {
  const paths = ["a b", "a\tb", "a\nb", "ümlaut/日本", "\uFEFFmark", '"quoted"'];
  const { entries } = await listing(lines(...paths.map((path) => `100644 ${path}`)));
  t.deepEqual(
    entries.map(({ path }) => path),
    paths,
  );
});

test("a tree entry with an unknown mode, or a name that is not UTF-8, is unreadable", async (t) => {
  const text = Buffer.concat([
    Buffer.from(lines("100600 private", "100644 fine")),
    Buffer.from(`100644 blob ${id}\ta`),
    Buffer.from([0xff, 0x62, 0]),
  ]);
  const { entries, unreadable } = await listing(text);
  t.deepEqual(
    entries.map(({ path }) => path),
    ["fine"],
  );
  t.deepEqual(
    unreadable.map(({ path }) => path),
    ["private", "a\uFFFDb"],
  );
});

test("an empty tree has no entries", async (t) => {
  t.deepEqual(await listing(""), { entries: [], unreadable: [], isCut: false });
});

test("a tree listing is cut at one file more than allowed", async (t) => {
  const three = lines("100644 a", "100644 b", "100644 c");
  t.false((await listing(three, { files: 3, lines: 100 })).isCut);
  t.true((await listing(three, { files: 2, lines: 100 })).isCut);
});

test("unreadable tree entries count towards the limit of files, folders towards the limit of lines", async (t) => {
  t.true((await listing(lines("100600 a", "100600 b"), { files: 1, lines: 100 })).isCut);
  const folders = lines("040000 a", "040000 b", "040000 c");
  t.false((await listing(folders, { files: 0, lines: 3 })).isCut);
  t.true((await listing(folders, { files: 0, lines: 2 })).isCut);
});

test("a tree listing that ends within a line is a broken mirror", async (t) => {
  await t.throwsAsync(listing(lines("100644 a").slice(0, -1)), { instanceOf: BrokenMirror });
});

test("a tree entry with a path too long for any file system is refused", async (t) => {
  await t.throwsAsync(listing(lines(`100644 ${"a".repeat(9000)}`)), { instanceOf: EndlessLine });
});

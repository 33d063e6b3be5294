import { gzipSync, zstdCompressSync } from "node:zlib";

import test from "ava";

import { layerOf, tarArchive, type TarEntry } from "../../../../fixtures/tar-archive.ts";
import { filesWithModes, openUnpackFolder, unpackInto } from "../../../../fixtures/unpack-folder.ts";
import { RegistryError } from "../../../oci/model/registry-error.ts";
import { openMemoryShelf } from "./file-sink.ts";
import { startUnpacking, unpackLayer } from "./unpack-layer.ts";

const unpacksTo = test.macro(
  async (t, layers: readonly (readonly TarEntry[])[], expected: readonly string[]) => {
    const { folder } = openUnpackFolder(t);
    await unpackInto(folder, ...(await Promise.all(layers.map(tarArchive))));
    t.deepEqual(filesWithModes(folder), expected);
  },
);

test(
  "files are unpacked at the paths of the archive",
  unpacksTo,
  [
    [
      { name: "./a/b", text: "x" },
      { name: "c", text: "y" },
    ],
  ],
  ["a/b 644 x", "c 644 y"],
);
test(
  "a file is unpacked with mode 0755 if it is executable for anyone, otherwise with 0644",
  unpacksTo,
  [
    [
      { name: "a", mode: 0o600 },
      { name: "b", mode: 0o710 },
      { name: "c", mode: 0o6777 },
      { name: "d", mode: 0o002 },
    ],
  ],
  ["a 644 ", "b 755 ", "c 755 ", "d 644 "],
);
test(
  "a later layer replaces a file",
  unpacksTo,
  [[{ name: "a", text: "1" }], [{ name: "a", text: "2" }]],
  ["a 644 2"],
);
test(
  "the last of two entries for the same file in a layer wins",
  unpacksTo,
  [
    [
      { name: "a", text: "1" },
      { name: "./a", text: "2" },
    ],
  ],
  ["a 644 2"],
);
test(
  "a later layer can replace a folder with a file",
  unpacksTo,
  [[{ name: "a/b" }], [{ name: "a" }]],
  ["a 644 "],
);
test(
  "a later layer can replace a file with a folder",
  unpacksTo,
  [[{ name: "a" }], [{ name: "a/b" }]],
  ["a/b 644 "],
);
test(
  "a whiteout removes a file",
  unpacksTo,
  [[{ name: "d/a" }, { name: "d/b" }], [{ name: "d/.wh.a" }]],
  ["d/b 644 "],
);
test(
  "a whiteout removes a folder",
  unpacksTo,
  [[{ name: "d/a" }, { name: "e" }], [{ name: ".wh.d" }]],
  ["e 644 "],
);
test(
  "a whiteout keeps the files of its own layer",
  unpacksTo,
  [[{ name: "d/a" }], [{ name: "d/b" }, { name: ".wh.d" }]],
  ["d/b 644 "],
);
test(
  "an opaque whiteout removes what earlier layers have in a folder",
  unpacksTo,
  [
    [{ name: "d/a" }, { name: "d/e/f" }, { name: "g" }],
    [{ name: "d/new" }, { name: "d/.wh..wh..opq" }],
  ],
  ["d/new 644 ", "g 644 "],
);
test(
  "a whiteout of a file that does not exist has no effect",
  unpacksTo,
  [[{ name: ".wh.a" }, { name: "x/.wh..wh..opq" }]],
  [],
);
test("non-ASCII file names are kept", unpacksTo, [[{ name: "модуль/é" }]], ["модуль/é 644 "]);

const unpacks = test.macro(async (t, packed: (bytes: Buffer) => Buffer) => {
  const { folder } = openUnpackFolder(t);
  t.is(await unpackInto(folder, packed(await tarArchive([{ name: "a", text: "four" }]))), 4);
  t.deepEqual(filesWithModes(folder), ["a 644 four"]);
});

test("an uncompressed layer is unpacked", unpacks, (bytes) => bytes);
test("a gzip layer is unpacked", unpacks, (bytes) => gzipSync(bytes));
test("a zstd layer is unpacked", unpacks, (bytes) => zstdCompressSync(bytes));

test("only requested files are read into memory, as the last layer has them and up to the size limit", async (t) => {
  const { signal } = new AbortController();
  const shelf = openMemoryShelf(["version.json", "module.yaml", "changelog.yaml"], 10, (name) => {
    throw new RegistryError("refused", `${name} is too long`);
  });
  const unpacking = startUnpacking({ about: "echo:v1", signal, shelf });
  const layers: readonly (readonly TarEntry[])[] = [
    [
      { name: "version.json", text: "1" },
      { name: "changelog.yaml", text: "old" },
      { name: "other", text: "longer than ten bytes" },
    ],
    [
      { name: "./version.json", text: "2" },
      { name: "docs/module.yaml", text: "no" },
      { name: ".wh.changelog.yaml" },
    ],
  ];
  for (const bytes of await Promise.all(layers.map(tarArchive))) {
    await unpackLayer(layerOf(bytes), unpacking);
  }
  t.deepEqual(
    [...shelf.files].map(([name, bytes]) => `${name}=${bytes.toString()}`),
    ["version.json=2"],
  );
  const long = await tarArchive([{ name: "module.yaml", text: "eleven byte" }]);
  await t.throwsAsync(unpackLayer(layerOf(long), unpacking), {
    message: "module.yaml is too long",
  });
});

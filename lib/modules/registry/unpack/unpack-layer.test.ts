import { gzipSync, zstdCompressSync } from "node:zlib";

import test from "ava";

import { layerOf, tarArchive, type TarEntry } from "../../../../fixtures/tar-archive.ts";
import { filesWithModes, openUnpackFolder, unpackInto } from "../../../../fixtures/unpack-folder.ts";
import { RegistryError } from "../../../oci/model/registry-error.ts";
import { openMemoryShelf } from "./file-sink.ts";
import { startUnpacking, unpackLayer } from "./unpack-layer.ts";

const lies = test.macro(async (t, layers: readonly (readonly TarEntry[])[], expected: readonly string[]) => {
  const { folder } = openUnpackFolder(t);
  await unpackInto(folder, ...(await Promise.all(layers.map(tarArchive))));
  t.deepEqual(filesWithModes(folder), expected);
});

test(
  "files lie where the archive has them",
  lies,
  [
    [
      { name: "./a/b", text: "x" },
      { name: "c", text: "y" },
    ],
  ],
  ["a/b 644 x", "c 644 y"],
);
test(
  "a file is 0644, or 0755 if anyone may run it",
  lies,
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
  lies,
  [[{ name: "a", text: "1" }], [{ name: "a", text: "2" }]],
  ["a 644 2"],
);
test(
  "of one file twice in a layer the last counts",
  lies,
  [
    [
      { name: "a", text: "1" },
      { name: "./a", text: "2" },
    ],
  ],
  ["a 644 2"],
);
test(
  "a later layer may put a file in the place of a folder",
  lies,
  [[{ name: "a/b" }], [{ name: "a" }]],
  ["a 644 "],
);
test(
  "a later layer may put a folder in the place of a file",
  lies,
  [[{ name: "a" }], [{ name: "a/b" }]],
  ["a/b 644 "],
);
test(
  "a whiteout takes a file away",
  lies,
  [[{ name: "d/a" }, { name: "d/b" }], [{ name: "d/.wh.a" }]],
  ["d/b 644 "],
);
test(
  "a whiteout takes a folder away",
  lies,
  [[{ name: "d/a" }, { name: "e" }], [{ name: ".wh.d" }]],
  ["e 644 "],
);
test(
  "a whiteout leaves what its own layer has put there",
  lies,
  [[{ name: "d/a" }], [{ name: "d/b" }, { name: ".wh.d" }]],
  ["d/b 644 "],
);
test(
  "an opaque folder loses what earlier layers had in it",
  lies,
  [
    [{ name: "d/a" }, { name: "d/e/f" }, { name: "g" }],
    [{ name: "d/new" }, { name: "d/.wh..wh..opq" }],
  ],
  ["d/new 644 ", "g 644 "],
);
test("a whiteout of nothing is nothing", lies, [[{ name: ".wh.a" }, { name: "x/.wh..wh..opq" }]], []);
test("names of other scripts stay", lies, [[{ name: "модуль/é" }]], ["модуль/é 644 "]);

const unpacks = test.macro(async (t, packed: (bytes: Buffer) => Buffer) => {
  const { folder } = openUnpackFolder(t);
  t.is(await unpackInto(folder, packed(await tarArchive([{ name: "a", text: "four" }]))), 4);
  t.deepEqual(filesWithModes(folder), ["a 644 four"]);
});

test("a plain layer is unpacked", unpacks, (bytes) => bytes);
test("a layer of gzip is unpacked", unpacks, (bytes) => gzipSync(bytes));
test("a layer of zstd is unpacked", unpacks, (bytes) => zstdCompressSync(bytes));

test("in memory only what is wanted is kept, as the last layer has it", async (t) => {
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

import { existsSync, globSync, lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip, gzipSync, zstdCompressSync } from "node:zlib";

import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import { type Header, pack } from "tar-stream";

import { RegistryError } from "../registry-error.ts";
import { openDiskShelf } from "./disk-shelf.ts";
import { imageLimits } from "./image-limits.ts";
import { sizeOf } from "./image-tree.ts";
import { openMemoryShelf } from "./memory-shelf.ts";
import { startUnpacking, unpackLayer } from "./unpack-layer.ts";

type Entry = Partial<Header> & { readonly name: string; readonly text?: string };

/** A tar archive of these entries, written as they are. */
async function tar(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  const chunks: Buffer[] = [];
  const read = (async () => {
    for await (const chunk of archive) {
      chunks.push(chunk as Buffer);
    }
  })();
  for (const { text = "", ...header } of entries) {
    archive.entry({ mode: 0o644, ...header }, text);
  }
  archive.finalize();
  await read;
  return Buffer.concat(chunks);
}

interface Place {
  readonly outer: string;
  readonly folder: string;
}

/** A folder inside another one, whose neighbour nothing may touch. */
function place(t: Pick<ExecutionContext, "teardown">): Place {
  const outer = mkdtempSync(join(tmpdir(), "unpack-"));
  t.teardown(() => {
    rmSync(outer, { recursive: true });
  });
  writeFileSync(join(outer, "neighbour"), "untouched");
  const folder = mkdtempSync(join(outer, "image-"));
  return { outer, folder };
}

async function unpack(folder: string, ...layers: readonly Buffer[]): Promise<number> {
  const { signal } = new AbortController();
  const unpacking = startUnpacking({ about: "echo:v1", signal, shelf: openDiskShelf(folder) });
  for (const bytes of layers) {
    await unpackLayer({ head: bytes.subarray(0, 4), open: () => Readable.from([bytes]) }, unpacking);
  }
  return sizeOf(unpacking.root);
}

/** What lies in a folder: `a/b 644 text`, sorted. */
function shown(folder: string): readonly string[] {
  return globSync("**", { cwd: folder, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== folder && !lstatSync(path).isDirectory())
    .map((path) => {
      const mode = (lstatSync(path).mode & 0o7777).toString(8);
      return `${path.slice(folder.length + 1)} ${mode} ${readFileSync(path, "utf8")}`;
    })
    .toSorted();
}

const lies = test.macro(async (t, layers: readonly (readonly Entry[])[], expected: readonly string[]) => {
  const { folder } = place(t);
  await unpack(folder, ...(await Promise.all(layers.map(tar))));
  t.deepEqual(shown(folder), expected);
});

test("files lie where the archive has them", lies, [[{ name: "./a/b", text: "x" }, { name: "c", text: "y" }]], [
  "a/b 644 x",
  "c 644 y",
]);
test("a file is 0644, or 0755 if anyone may run it", lies, [
  [
    { name: "a", mode: 0o600 },
    { name: "b", mode: 0o710 },
    { name: "c", mode: 0o6777 },
    { name: "d", mode: 0o002 },
  ],
], ["a 644 ", "b 755 ", "c 755 ", "d 644 "]);
test("a later layer replaces a file", lies, [[{ name: "a", text: "1" }], [{ name: "a", text: "2" }]], ["a 644 2"]);
test("of one file twice in a layer the last counts", lies, [
  [
    { name: "a", text: "1" },
    { name: "./a", text: "2" },
  ],
], ["a 644 2"]);
test("a later layer may put a file in the place of a folder", lies, [[{ name: "a/b" }], [{ name: "a" }]], ["a 644 "]);
test("a later layer may put a folder in the place of a file", lies, [[{ name: "a" }], [{ name: "a/b" }]], [
  "a/b 644 ",
]);
test("a whiteout takes a file away", lies, [[{ name: "d/a" }, { name: "d/b" }], [{ name: "d/.wh.a" }]], ["d/b 644 "]);
test("a whiteout takes a folder away", lies, [[{ name: "d/a" }, { name: "e" }], [{ name: ".wh.d" }]], ["e 644 "]);
test("a whiteout leaves what its own layer has put there", lies, [
  [{ name: "d/a" }],
  [{ name: "d/b" }, { name: ".wh.d" }],
], ["d/b 644 "]);
test("an opaque folder loses what earlier layers had in it", lies, [
  [{ name: "d/a" }, { name: "d/e/f" }, { name: "g" }],
  [{ name: "d/new" }, { name: "d/.wh..wh..opq" }],
], ["d/new 644 ", "g 644 "]);
test("a whiteout of nothing is nothing", lies, [[{ name: ".wh.a" }, { name: "x/.wh..wh..opq" }]], []);
test("names of other scripts stay", lies, [[{ name: "модуль/é" }]], ["модуль/é 644 "]);

const refused = test.macro({
  exec: async (t, entries: readonly Entry[], expected: RegExp) => {
    const { outer, folder } = place(t);
    const error = await t.throwsAsync(unpack(folder, await tar(entries)), { instanceOf: RegistryError });
    t.is(error.fault, "refused");
    t.regex(error.message, expected);
    t.true(error.message.startsWith("echo:v1: "), error.message);
    t.is(readFileSync(join(outer, "neighbour"), "utf8"), "untouched");
    t.is(globSync("*", { cwd: outer }).length, 2);
  },
  title: (title = "") => `${title} is refused`,
});

test("an absolute path", refused, [{ name: "/etc/passwd" }], /"\/etc\/passwd" has an absolute path/);
test("a path that leads out", refused, [{ name: "../neighbour" }], /leads out of its folder/);
test("a path that leads out further down", refused, [{ name: "a/../../neighbour" }], /leads out of its folder/);
test("a folder that leads out", refused, [{ name: "../x/", type: "directory" }], /leads out of its folder/);
test("a whiteout that leads out", refused, [{ name: "a/../../.wh.neighbour" }], /leads out of its folder/);
test("a whiteout of the folder above", refused, [{ name: ".wh..." }], /takes nothing away/);
test("a whiteout of the folder itself", refused, [{ name: ".wh.." }], /takes nothing away/);
test("a whiteout of no name", refused, [{ name: ".wh." }], /takes nothing away/);
test("a symbolic link out", refused, [{ name: "a", type: "symlink", linkname: "/etc" }], /is a symbolic link/);
test("a symbolic link inside", refused, [{ name: "a", type: "symlink", linkname: "b" }], /is a symbolic link/);
test("a hard link", refused, [{ name: "a", type: "link", linkname: "../neighbour" }], /is a hard link/);
test("a device of characters", refused, [{ name: "a", type: "character-device" }], /is a device/);
test("a device of blocks", refused, [{ name: "a", type: "block-device" }], /is a device/);
test("a named pipe", refused, [{ name: "a", type: "fifo" }], /is a named pipe/);
test("a file that is the root", refused, [{ name: "." }], /the root of a layer is a file/);
test(
  "a link in the place of a folder",
  refused,
  [{ name: "a/b" }, { name: "a", type: "symlink", linkname: "/etc" }],
  /is a symbolic link/,
);
test("a file in the place of a folder", refused, [{ name: "a/b" }, { name: "a" }], /a folder and a file in one/);
test("a folder in the place of a file", refused, [{ name: "a" }, { name: "a/b" }], /a file and a folder in one/);
test("a name that is too long", refused, [{ name: "ä".repeat(128) }], /more than 255 bytes/);
test("a path that is too long", refused, [{ name: "a".repeat(200).concat("/").repeat(11) + "b" }], /2048 bytes/);
test("a path that is too deep", refused, [{ name: "a/".repeat(65) + "b" }], /more than 64 folders deep/);
test(
  "more files than one can want",
  refused,
  Array.from({ length: 20_001 }, (_, index) => ({ name: ".wh.x", text: "", uid: index % 8 })),
  /more than 20000 files/,
);

test("a name that is not UTF-8 is refused", async (t) => {
  const { folder } = place(t);
  const archive = await tar([{ name: "axb" }]);
  archive[1] = 0xff;
  // The sum of the header's bytes, in octal: 0xff instead of "x".
  const sum = Number.parseInt(archive.subarray(148, 154).toString(), 8) + 0xff - "x".charCodeAt(0);
  archive.write(sum.toString(8).padStart(6, "0"), 148);
  await t.throwsAsync(unpack(folder, archive), { message: /is not UTF-8/ });
});

test("a file that promises too much is refused before it comes", async (t) => {
  const { folder } = place(t);
  const archive = pack();
  archive.entry({ name: "big", size: imageLimits.fileBytes + 1 });
  const [head] = (await archive[Symbol.asyncIterator]().next()).value as Uint8Array[] | [Uint8Array];
  t.truthy(head);
});

const unpacks = test.macro(async (t, packed: (bytes: Buffer) => Buffer) => {
  const { folder } = place(t);
  t.is(await unpack(folder, packed(await tar([{ name: "a", text: "four" }]))), 4);
  t.deepEqual(shown(folder), ["a 644 four"]);
});

test("a plain layer is unpacked", unpacks, (bytes) => bytes);
test("a layer of gzip is unpacked", unpacks, (bytes) => gzipSync(bytes));
test("a layer of zstd is unpacked", unpacks, (bytes) => zstdCompressSync(bytes));

const damaged = test.macro(async (t, damage: (bytes: Buffer) => Buffer) => {
  const { folder } = place(t);
  const bytes = damage(gzipSync(await tar([{ name: "a", text: "x".repeat(5000) }])));
  const error = await t.throwsAsync(unpack(folder, bytes), { instanceOf: RegistryError });
  t.regex(error.message, /^echo:v1: a layer is no readable tar archive: /);
});

test("a layer that breaks off is refused", damaged, (bytes) => bytes.subarray(0, -20));
test("an archive that breaks off is refused", damaged, () => gzipSync(Buffer.alloc(1024, "x")));
test("an archive that breaks off in a file is refused", damaged, (bytes) =>
  bytes.length > 0 ? tarThatBreaksOff() : bytes,
);
test("what is no archive is refused", damaged, () => Buffer.alloc(2048, "no archive "));

function tarThatBreaksOff(): Buffer {
  const header = Buffer.alloc(512);
  header.write("a");
  header.write("0000644 ", 100);
  header.write("00000010000 ", 124);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  header.write("        ", 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return Buffer.concat([header, Buffer.alloc(100, "x")]);
}

test("a bomb is stopped at the limit, and not after it", async (t) => {
  const { folder } = place(t);
  let given = 0;
  // 2 GiB of zeros, which are 2 MiB packed.
  const zeros = Readable.from(
    (function* bytes() {
      for (; given < 2048; given += 1) {
        yield Buffer.alloc(1024 * 1024);
      }
    })(),
  );
  const head = gzipSync("").subarray(0, 4);
  const { signal } = new AbortController();
  const unpacking = startUnpacking({ about: "echo:v1", signal, shelf: openDiskShelf(folder) });
  const error = await t.throwsAsync(
    unpackLayer({ head, open: () => zeros.pipe(createGzip({ level: 1 })) }, unpacking),
    { instanceOf: RegistryError },
  );
  zeros.destroy();
  t.regex(error.message, /unpacked it is bigger than 536870912 bytes/);
  t.true(given < 1024, `${given} MiB were read`);
});

test("who calls it off gets his own reason", async (t) => {
  const { folder } = place(t);
  const controller = new AbortController();
  const unpacking = startUnpacking({ about: "echo:v1", signal: controller.signal, shelf: openDiskShelf(folder) });
  const open = (): Readable => {
    controller.abort(new Error("called off"));
    return Readable.from([Buffer.alloc(512)]);
  };
  await t.throwsAsync(unpackLayer({ head: Buffer.alloc(0), open }, unpacking), { message: "called off" });
});

test("in memory only what is wanted is kept, as the last layer has it", async (t) => {
  const { signal } = new AbortController();
  const shelf = openMemoryShelf(["version.json", "module.yaml", "changelog.yaml"], 10, (name) => {
    throw new RegistryError("refused", `${name} is too long`);
  });
  const unpacking = startUnpacking({ about: "echo:v1", signal, shelf });
  const layers: readonly (readonly Entry[])[] = [
    [
      { name: "version.json", text: "1" },
      { name: "changelog.yaml", text: "old" },
      { name: "other", text: "longer than ten bytes" },
    ],
    [{ name: "./version.json", text: "2" }, { name: "docs/module.yaml", text: "no" }, { name: ".wh.changelog.yaml" }],
  ];
  for (const bytes of await Promise.all(layers.map(tar))) {
    await unpackLayer({ head: bytes.subarray(0, 4), open: () => Readable.from([bytes]) }, unpacking);
  }
  t.deepEqual([...shelf.files].map(([name, bytes]) => `${name}=${bytes.toString()}`), ["version.json=2"]);
  const long = await tar([{ name: "module.yaml", text: "eleven byte" }]);
  await t.throwsAsync(unpackLayer({ head: long.subarray(0, 4), open: () => Readable.from([long]) }, unpacking), {
    message: "module.yaml is too long",
  });
});

test("whatever names an archive has, nothing comes to lie outside", async (t) => {
  const step = fc.constantFrom("a", "b", "..", ".", "", ".wh.a", ".wh...", ".wh..wh..opq", "é");
  const name = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join("/"));
  const type = fc.constantFrom("file", "directory", "symlink", "link");
  const entry = fc.record({ name, type: type as fc.Arbitrary<Header["type"]> });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(entry, { maxLength: 5 }), { maxLength: 3 }), async (layers) => {
      const { outer, folder } = place(t);
      const archives = await Promise.all(
        layers.map((layer) => tar(layer.map((each) => ({ ...each, linkname: "../neighbour" })))),
      );
      await unpack(folder, ...archives).catch((error: unknown) => {
        t.true(error instanceof RegistryError, String(error));
      });
      t.is(readFileSync(join(outer, "neighbour"), "utf8"), "untouched");
      t.is(globSync("*", { cwd: outer }).length, 2);
      t.false(existsSync(join(folder, "..", "a")));
      t.true(shown(folder).every((line) => !line.includes(".wh.")));
    }),
    { numRuns: 60 },
  );
});

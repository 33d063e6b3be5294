import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";

import test from "ava";
import { array, assert, asyncProperty, constantFrom, record } from "fast-check";

import { tarArchive, type TarEntry } from "../../../../fixtures/tar-archive.ts";
import { filesWithModes, openUnpackFolder, unpackInto } from "../../../../fixtures/unpack-folder.ts";
import { RegistryError } from "../../../oci/model/registry-error.ts";
import { openDiskSink } from "./file-sink.ts";
import { imageLimits } from "./image-limits.ts";
import { startUnpacking, unpackLayer } from "./unpack-layer.ts";

const refused = test.macro({
  exec: async (t, entries: readonly TarEntry[], expected: RegExp) => {
    const { folder, isUntouched } = openUnpackFolder(t);
    const error = await t.throwsAsync(unpackInto(folder, await tarArchive(entries)), {
      instanceOf: RegistryError,
    });
    t.is(error.fault, "refused");
    t.regex(error.message, expected);
    t.true(error.message.startsWith("echo:v1: "), error.message);
    t.true(isUntouched());
  },
  title: (title = "") => `${title} is refused`,
});

test("an absolute path", refused, [{ name: "/etc/passwd" }], /"\/etc\/passwd" has an absolute path/);
test("a path out of the folder", refused, [{ name: "../neighbour" }], /leads out of its folder/);
test(
  "a path out of the folder in a later segment",
  refused,
  [{ name: "a/../../neighbour" }],
  /leads out of its folder/,
);
test(
  "a directory entry out of the folder",
  refused,
  [{ name: "../x/", type: "directory" }],
  /leads out of its folder/,
);
test("a whiteout out of the folder", refused, [{ name: "a/../../.wh.neighbour" }], /leads out of its folder/);
test("a whiteout of the parent folder", refused, [{ name: ".wh..." }], /marks no file that could be deleted/);
test("a whiteout of the folder itself", refused, [{ name: ".wh.." }], /marks no file that could be deleted/);
test("a whiteout without a name", refused, [{ name: ".wh." }], /marks no file that could be deleted/);
test(
  "a symbolic link to a path outside the folder",
  refused,
  [{ name: "a", type: "symlink", linkname: "/etc" }],
  /is a symbolic link/,
);
test(
  "a symbolic link to a path inside the folder",
  refused,
  [{ name: "a", type: "symlink", linkname: "b" }],
  /is a symbolic link/,
);
test("a hard link", refused, [{ name: "a", type: "link", linkname: "../neighbour" }], /is a hard link/);
test("a character device", refused, [{ name: "a", type: "character-device" }], /is a device/);
test("a block device", refused, [{ name: "a", type: "block-device" }], /is a device/);
test("a named pipe", refused, [{ name: "a", type: "fifo" }], /is a named pipe/);
test("a file at the path of the root", refused, [{ name: "." }], /the root of a layer is a file/);
test(
  "a link in place of a folder",
  refused,
  [{ name: "a/b" }, { name: "a", type: "symlink", linkname: "/etc" }],
  /is a symbolic link/,
);
test(
  "a file that replaces a folder of the same layer",
  refused,
  [{ name: "a/b" }, { name: "a" }],
  /a folder and a file in one/,
);
test(
  "a folder that replaces a file of the same layer",
  refused,
  [{ name: "a" }, { name: "a/b" }],
  /a file and a folder in one/,
);
test("a file name of more than 255 bytes", refused, [{ name: "ä".repeat(128) }], /more than 255 bytes/);
test(
  "a path of more than 2048 bytes",
  refused,
  [{ name: "a".repeat(200).concat("/").repeat(11) + "b" }],
  /2048 bytes/,
);
test(
  "a path of more than 64 folders",
  refused,
  [{ name: "a/".repeat(65) + "b" }],
  /more than 64 folders deep/,
);
test(
  "an image of more than 20000 files",
  refused,
  Array.from({ length: 20_001 }, (_, index) => ({ name: ".wh.x", text: "", uid: index % 8 })),
  /more than 20000 files/,
);

test("a name that is not UTF-8 is refused", async (t) => {
  const { folder } = openUnpackFolder(t);
  const archive = await tarArchive([{ name: "axb" }]);
  archive[1] = 0xff;
  // The sum of the header's bytes, in octal: 0xff instead of "x".
  const sum = Number.parseInt(archive.subarray(148, 154).toString(), 8) + 0xff - "x".charCodeAt(0);
  archive.write(sum.toString(8).padStart(6, "0"), 148);
  await t.throwsAsync(unpackInto(folder, archive), { message: /is not UTF-8/ });
});

/** The header of a tar entry without the content. `size`: in octal, up to 12 digits. */
function fileHeader(size: string): Buffer {
  const bytes = Buffer.alloc(512);
  bytes.write("a");
  bytes.write("0000644 ", 100);
  bytes.write(size.padStart(11, "0"), 124);
  bytes.write("0", 156);
  bytes.write("ustar\x0000", 257);
  bytes.write("        ", 148);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return bytes;
}

test("a file whose announced size exceeds the limit is refused before its content is read", async (t) => {
  const { folder } = openUnpackFolder(t);
  const bytes = fileHeader((imageLimits.fileBytes + 1).toString(8));
  await t.throwsAsync(unpackInto(folder, bytes), { message: 'echo:v1: "a" is bigger than 134217728 bytes' });
});

const damaged = test.macro(async (t, damage: (bytes: Buffer) => Buffer) => {
  const { folder } = openUnpackFolder(t);
  const bytes = damage(gzipSync(await tarArchive([{ name: "a", text: "x".repeat(5000) }])));
  const error = await t.throwsAsync(unpackInto(folder, bytes), { instanceOf: RegistryError });
  t.regex(error.message, /^echo:v1: a layer is not a readable tar archive: /);
});

test("a truncated gzip layer is refused", damaged, (bytes) => bytes.subarray(0, -20));
test("a gzip layer that contains no tar archive is refused", damaged, () =>
  gzipSync(Buffer.alloc(1024, "x")),
);
test("a tar archive that is truncated inside a file is refused", damaged, () =>
  Buffer.concat([fileHeader("1000"), Buffer.alloc(100, "x")]),
);
test("a layer that is neither compressed nor a tar archive is refused", damaged, () =>
  Buffer.alloc(2048, "no archive "),
);

test("a decompression bomb is stopped at the limit", async (t) => {
  const { folder } = openUnpackFolder(t);
  const mebibyte = gzipSync(Buffer.alloc(1024 * 1024));
  let given = 0;
  // 2 GiB of zeros, which are 2 MiB packed.
  const bomb = Readable.from(
    (function* members() {
      for (; given < 2048; given += 1) {
        yield mebibyte;
      }
    })(),
  );
  const { signal } = new AbortController();
  const unpacking = startUnpacking({ about: "echo:v1", signal, shelf: openDiskSink(folder) });
  const error = await t.throwsAsync(
    unpackLayer({ head: mebibyte.subarray(0, 4), open: () => bomb }, unpacking),
    {
      instanceOf: RegistryError,
    },
  );
  t.regex(error.message, /unpacked it is bigger than 536870912 bytes/);
  t.true(given < 1024, `${given} MiB were read`);
});

test("an aborted unpacking fails with the reason of the abort", async (t) => {
  const { folder } = openUnpackFolder(t);
  const controller = new AbortController();
  const unpacking = startUnpacking({
    about: "echo:v1",
    signal: controller.signal,
    shelf: openDiskSink(folder),
  });
  const open = (): Readable => {
    controller.abort(new Error("called off"));
    return Readable.from([Buffer.alloc(512)]);
  };
  await t.throwsAsync(unpackLayer({ head: Buffer.alloc(0), open }, unpacking), { message: "called off" });
});

test("no archive writes outside its folder, whatever its file names", async (t) => {
  const step = constantFrom("a", "b", "..", ".", "", ".wh.a", ".wh...", ".wh..wh..opq", "é");
  const name = array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join("/"));
  const type = constantFrom("file", "directory", "symlink", "link");
  const entry = record({ name, type });
  await assert(
    asyncProperty(array(array(entry, { maxLength: 5 }), { maxLength: 3 }), async (layers) => {
      const { folder, isUntouched } = openUnpackFolder(t);
      const archives = await Promise.all(
        layers.map((layer) => tarArchive(layer.map((each) => ({ ...each, linkname: "../neighbour" })))),
      );
      await unpackInto(folder, ...archives).catch((error: unknown) => {
        t.true(error instanceof RegistryError, String(error));
      });
      t.true(isUntouched());
      t.true(filesWithModes(folder).every((line) => !line.includes(".wh.")));
    }),
    { numRuns: 60 },
  );
});

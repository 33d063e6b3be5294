import { gunzipSync, gzipSync } from "node:zlib";

import test from "ava";

import { readTar, tarArchive } from "../../fixtures/tar-archive.ts";
import { filesOfArchive, replaceInArchive } from "./chart-archive.ts";

const long = `db/templates/${"deep/".repeat(20)}a.yaml`;
const entries = [
  { name: "db/", type: "directory" as const },
  { name: "db/Chart.yaml", text: "name: db\n" },
  { name: long, text: "b".repeat(512) },
  { name: "db/values.yaml", text: "c".repeat(513) },
];

test("files of a chart archive are replaced, and all others are unchanged", async (t) => {
  const archive = gzipSync(await tarArchive(entries));
  for (const text of ["x".repeat(2000), "", "y".repeat(512)]) {
    const changed = replaceInArchive(archive, ({ path, content }) => {
      t.true(content.length > 0);
      return path === "values.yaml" ? undefined : Buffer.from(text);
    });
    t.deepEqual(
      [...(await readTar(gunzipSync(changed)))],
      [
        ["db/", ""],
        ["db/Chart.yaml", text],
        [long, text],
        ["db/values.yaml", "c".repeat(513)],
      ],
    );
    t.is(filesOfArchive(changed).length, 3);
  }
});

function replace(): Buffer {
  return Buffer.from("x");
}

test("a chart archive without replaced files, or a damaged one, is returned unchanged", async (t) => {
  const archive = gzipSync(await tarArchive(entries));
  t.is(
    replaceInArchive(archive, () => undefined),
    archive,
  );
  const damaged = archive.subarray(0, 60);
  t.is(replaceInArchive(damaged, replace), damaged);
  const none = gzipSync(Buffer.alloc(100));
  t.is(replaceInArchive(none, replace), none);
});

test("a file with a size beyond the end of the chart archive is its last one", async (t) => {
  const tar = await tarArchive([{ name: "db/a", text: "a" }]);
  tar.write("77777777777", 124, "latin1");
  t.is(filesOfArchive(gzipSync(tar)).length, 1);
  const changed = replaceInArchive(gzipSync(tar), () => Buffer.from("b"));
  t.is(Buffer.from(filesOfArchive(changed)[0]?.content ?? []).toString(), "b");
});

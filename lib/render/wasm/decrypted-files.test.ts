import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import test from "ava";

import { tarArchive } from "../../../fixtures/tar-archive.ts";
import { filesOfArchive } from "../chart-archive.ts";
import { type Decrypt, DecryptedFiles } from "./decrypted-files.ts";
import { RootedFiles } from "./rooted-files.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "converge-decrypted-")));
test.after.always(() => {
  rmSync(root, { recursive: true, force: true });
});

const encrypted = "ENC[AES256_GCM,data:x]";

function filesWith(decrypt: Decrypt): DecryptedFiles {
  const rooted = new RootedFiles(root, { files: 100, bytes: 10_000 });
  return new DecryptedFiles(rooted, decrypt, (path) => path.endsWith("own.tgz"));
}

test("encrypted files in the archives to be opened are decrypted, by their paths", async (t) => {
  const archive = gzipSync(
    await tarArchive([
      { name: "db/Chart.yaml", text: "name: db" },
      { name: "db/a.yaml", text: encrypted },
    ]),
  );
  writeFileSync(join(root, "own.tgz"), archive);
  writeFileSync(join(root, "other.tgz"), archive);
  const asked: string[] = [];
  const files = filesWith(({ path }) => {
    asked.push(path);
    return Buffer.from("hush");
  });
  const read = filesOfArchive(files.read(join(root, "own.tgz")));
  t.deepEqual(
    read.map(({ content }) => Buffer.from(content).toString()),
    ["name: db", "hush"],
  );
  t.deepEqual(Buffer.from(files.read(join(root, "other.tgz"))), archive);
  t.deepEqual(asked, [join(root, "own.tgz/a.yaml")]);
  t.throws(() => filesWith(() => "refused").read(join(root, "own.tgz")), { message: "error 2" });
});

import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { RegistryError } from "../../../oci/model/registry-error.ts";
import { buildImage } from "./build-image.ts";
import { readModuleFiles } from "./module-files.ts";

function folderOf(t: ExecutionContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "module-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const files = { "module.yaml": "name: echo", "templates/a.yaml": "a", "templates/deep/b.yaml": "b", z: "" };

test("the same files build the same image, whatever their times, order and folder", async (t) => {
  const first = folderOf(t, files);
  const second = folderOf(t, Object.fromEntries(Object.entries(files).toReversed()));
  utimesSync(join(second, "module.yaml"), 1, 1);
  chmodSync(join(second, "module.yaml"), 0o600);
  const images = [
    await buildImage(await readModuleFiles(first)),
    await buildImage(await readModuleFiles(second)),
  ];
  t.deepEqual(images[0], images[1]);
  chmodSync(join(second, "module.yaml"), 0o700);
  t.notDeepEqual(await buildImage(await readModuleFiles(second)), images[0]);
});

test("the digest of an image is stable across releases", async (t) => {
  const { manifest } = await buildImage(await readModuleFiles(folderOf(t, files)));
  t.is(manifest.digest, "sha256:29e8affef5085d7f83f5be32bafba007050a5faae59b1c054a4fec126133712a");
});

test("folders come before their contents, and .git is left out", async (t) => {
  const found = await readModuleFiles(folderOf(t, { ...files, ".git/config": "x", "sub/.gitignore": "y" }));
  t.deepEqual(
    found.map(({ path, kind }) => `${path} ${kind}`),
    [
      "module.yaml file",
      "sub folder",
      "sub/.gitignore file",
      "templates folder",
      "templates/a.yaml file",
      "templates/deep folder",
      "templates/deep/b.yaml file",
      "z file",
    ],
  );
});

const refuses = test.macro(async (t, spoil: (folder: string) => void, expected: RegExp) => {
  const folder = folderOf(t, files);
  spoil(folder);
  const error = await t.throwsAsync(readModuleFiles(folder), { instanceOf: RegistryError });
  t.is(error.fault, "refused");
  t.regex(error.message, expected);
});

test(
  "a symbolic link is refused before a push",
  refuses,
  (folder) => symlinkSync("module.yaml", join(folder, "link")),
  /"link" is a symbolic link/,
);
test(
  "a file name that is reserved for whiteouts is refused",
  refuses,
  (folder) => writeFileSync(join(folder, ".wh.a"), ""),
  /begins with `.wh.`/,
);
test(
  "a folder that is nested too deeply is refused",
  refuses,
  (folder) => mkdirSync(join(folder, "a/".repeat(65)), { recursive: true }),
  /more than 64 folders deep/,
);

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { DefinitionCache } from "./definition-cache.ts";

function openFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), "converge-crds-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

const tab = { group: "example.com", kind: "Tab" };
const other = { group: "example.com", kind: "Other" };

test("concurrent writes leave complete files in the CRD cache, and nothing else", async (t) => {
  const folder = join(openFolder(t), "crds");
  const texts = Array.from({ length: 20 }, (_, index) => `${index} `.repeat(10_000));
  const cache = new DefinitionCache(folder);
  const reads: string[] = [];
  await Promise.all(
    texts.map(async (text) => {
      await new DefinitionCache(folder).store([
        { ...tab, text },
        { ...other, text },
      ]);
      reads.push(...(await cache.readAll()).map((read) => read.text));
    }),
  );
  t.true(reads.length >= 2 * texts.length);
  t.true(reads.every((text) => texts.includes(text)));
  t.deepEqual(readdirSync(folder).toSorted(), ["other.example.com.json", "tab.example.com.json"]);
});

test("if one CRD cannot be stored in the cache, none is", async (t) => {
  const folder = openFolder(t);
  const cache = new DefinitionCache(folder);
  await t.throwsAsync(
    cache.store([
      { ...tab, text: "a" },
      { group: "../x", kind: "Tab", text: "b" },
    ]),
    { instanceOf: RangeError },
  );
  t.deepEqual(readdirSync(folder), []);
});

test("only the requested kinds are read from the CRD cache", async (t) => {
  const folder = openFolder(t);
  const cache = new DefinitionCache(folder);
  await cache.store([
    { ...tab, text: "a" },
    { ...other, text: "b" },
  ]);
  const name = join(folder, "tab.example.com.json");
  t.deepEqual(await cache.read([tab, tab, { group: "x", kind: "../Tab" }]), [{ name, text: "a" }]);
  await cache.remove([other]);
  t.deepEqual(await cache.readAll(), [{ name, text: "a" }]);
});

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { readSources, type Sources } from "./read-sources.ts";

const isTaken = (path: string): boolean => path === "-" || path.includes("://") || path.startsWith("/");
const stdin = async (): Promise<Uint8Array> => new TextEncoder().encode("from stdin");

/**
 * Writes the files into a folder of their own, reads the paths in it, and names everything relative to it.
 */
async function readIn(
  t: ExecutionContext,
  files: Readonly<Record<string, string | Uint8Array>>,
  { paths, links = {} }: { paths: readonly string[]; links?: Readonly<Record<string, string>> },
): Promise<Sources> {
  const folder = mkdtempSync(join(tmpdir(), "converge-source-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  for (const [name, target] of Object.entries(links)) {
    symlinkSync(target, join(folder, name));
  }
  const read = await readSources(
    paths.map((path) => (isTaken(path) ? path : `${folder}/${path}`)),
    stdin,
  );
  return {
    sources: read.sources.map((source) => ({ ...source, name: source.name.replace(`${folder}/`, "") })),
    found: read.found.map((fault) => ({ ...fault, message: fault.message.replaceAll(`${folder}/`, "") })),
  };
}

/** Reads in a separate process, which runs in this folder and without the privileges of root. */
function readInProcess(where: { readonly folder: string; readonly paths: readonly string[] }): Sources {
  chmodSync(where.folder, 0o755);
  const script = `
    import { readSources } from ${JSON.stringify(new URL("read-sources.ts", import.meta.url))};
    if (process.getuid() === 0) process.setuid(65534);
    const stdin = async () => new TextEncoder().encode("from stdin");
    console.log(JSON.stringify(await readSources(${JSON.stringify(where.paths)}, stdin)));`;
  const argv = ["--input-type=module", "--eval", script];
  return JSON.parse(execFileSync(process.execPath, argv, { cwd: where.folder, encoding: "utf8" })) as never;
}

const names = ({ sources }: Sources): readonly string[] => sources.map((source) => source.name);
const codes = ({ found }: Sources): readonly string[] =>
  found.map((fault) => `${fault.severity} ${fault.code}`);
const messages = ({ found }: Sources): string => found.map((fault) => fault.message).join("\n");

test("a file named <stdin> is read, and is not standard input", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "converge-named-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, "<stdin>"), "from the file");
  t.deepEqual(readInProcess({ folder, paths: ["-", "<stdin>"] }).sources, [
    { name: "<stdin>", text: "from stdin" },
    { name: "./<stdin>", text: "from the file" },
  ]);
});

test("the manifests of a folder are read recursively, sorted by name", async (t) => {
  const files = { "m/b.yaml": "", "m/a.yml": "", "m/Z.json": "", "m/a/c.yaml": "", "m/readme.md": "" };
  const read = await readIn(t, files, { paths: ["m/"] });
  t.deepEqual(names(read), ["m/Z.json", "m/a.yml", "m/a/c.yaml", "m/b.yaml"]);
  t.deepEqual(codes(read), []);
});

test("paths keep the order in which they were given", async (t) => {
  const read = await readIn(t, { "b.yaml": "", "a.yaml": "" }, { paths: ["b.yaml", "-", "a.yaml"] });
  t.deepEqual(names(read), ["b.yaml", "<stdin>", "a.yaml"]);
});

test("an explicitly named file is read whatever its extension", async (t) => {
  const files = { "list.txt": "a", "values.conf": "b", ".hidden.yaml": "c" };
  t.deepEqual(names(await readIn(t, files, { paths: Object.keys(files) })), Object.keys(files));
});

test("the same file under two names is read once", async (t) => {
  const read = await readIn(
    t,
    { "m/web.yaml": "" },
    { paths: ["m", "m/web.yaml", "./m", "link.yaml", "-", "-"], links: { "link.yaml": "m/web.yaml" } },
  );
  t.deepEqual(names(read), ["m/web.yaml", "<stdin>"]);
  t.deepEqual(codes(read), []);
});

test("symbolic links are followed, and one to a parent folder is entered once", async (t) => {
  const read = await readIn(
    t,
    { "m/web.yaml": "", "other/db.yaml": "" },
    { paths: ["m"], links: { "m/up": ".", "m/out": "../other", "m/zweb.yaml": "web.yaml" } },
  );
  t.deepEqual(names(read), ["m/out/db.yaml", "m/web.yaml"]);
});

test("a mounted ConfigMap is read through its symbolic links", async (t) => {
  const read = await readIn(
    t,
    { "m/..2026_01/web.yaml": "mounted" },
    { paths: ["m"], links: { "m/..data": "..2026_01", "m/web.yaml": "..data/web.yaml" } },
  );
  t.deepEqual(read.sources, [{ name: "m/web.yaml", text: "mounted" }]);
});

const leavesOut = test.macro({
  title: (_, left: string) => `${left} in a folder is skipped with a message`,
  exec: async (t, left: string, { says, beside = [] }: { says: string; beside?: readonly string[] }) => {
    const files = Object.fromEntries(["m/web.yaml", left, ...beside].map((name) => [name, ""]));
    const read = await readIn(t, files, { paths: ["m"] });
    t.deepEqual(names(read), ["m/web.yaml"]);
    t.true(messages(read).includes(says), messages(read));
  },
});
test(leavesOut, "m/.github/ci.yaml", { says: "m/.github/ is hidden and was skipped" });
test(leavesOut, "m/.draft.yaml", { says: "m/.draft.yaml is hidden and was skipped" });
test(leavesOut, "m/kustomization.yaml", { says: "m as a path of its own to build it" });
test(leavesOut, "m/sub/Kustomization", { says: "m/sub/Kustomization is not built" });
test(leavesOut, "m/Chart.yaml", { says: "m as a path of its own to render the chart" });
test(leavesOut, "m/values.yaml", { says: "m/values.yaml contains values" });
test(leavesOut, "m/values-prod.yaml", {
  says: "m/values-prod.yaml contains values",
  beside: ["m/Chart.yaml"],
});
test(leavesOut, "m/values.schema.json", {
  says: "m/values.schema.json contains values",
  beside: ["m/Chart.yaml"],
});
test(leavesOut, "m/templates/web.yaml", {
  says: "m/templates/ contains the templates of a Helm chart",
  beside: ["m/Chart.yaml"],
});

test(".git and .gitignore in a folder are skipped without a message", async (t) => {
  const read = await readIn(
    t,
    { "m/web.yaml": "", "m/.git/x.yaml": "", "m/.gitignore": "" },
    { paths: ["m"] },
  );
  t.deepEqual(codes(read), []);
});

test("templates/ and values-prod.yaml are ordinary names if there is no chart", async (t) => {
  const read = await readIn(t, { "m/templates/a.yaml": "", "m/values-prod.yaml": "" }, { paths: ["m"] });
  t.deepEqual(names(read), ["m/templates/a.yaml", "m/values-prod.yaml"]);
});

const finds = test.macro({
  title: (_, path: string, [code]: readonly [string, string]) => `reading ${path} fails with ${code}`,
  exec: async (t, path: string, [code, says]: readonly [string, string]) => {
    const files = { "web.yaml": "", "empty/readme.md": "" };
    const read = await readIn(t, files, { paths: [path], links: { loop: "loop" } });
    t.deepEqual(codes(read), [`error ${code}`]);
    t.true(messages(read).includes(says), messages(read));
    t.deepEqual(names(read), []);
  },
});
test(finds, "absent.yaml", ["SourceNotFound", "absent.yaml does not exist"]);
test(finds, "web.yaml/inner.yaml", ["SourceNotFound", "does not exist"]);
test(finds, "empty", ["NothingToPlan", "no manifests found in empty"]);
test(finds, "loop", ["SourceUnreadable", "form a loop"]);
test(finds, "https://example.com/shop-1.0.0.tgz", [
  "SourceUnreadable",
  "curl -fsSLO https://example.com/shop-1.0.0.tgz",
]);
test(finds, "https://example.com/web.yaml", ["SourceUnreadable", "curl -fsSLO https://example.com/web.yaml"]);
test(finds, "oci://example.com/shop", ["SourceUnreadable", "helm pull oci://example.com/shop"]);
test(finds, "/dev/zero", ["SourceUnreadable", "is a device"]);

test("an empty folder next to one with manifests is a warning", async (t) => {
  const read = await readIn(t, { "m/a.yaml": "", "empty/readme.md": "" }, { paths: ["m", "empty"] });
  t.deepEqual(codes(read), ["warning NothingToPlan"]);
});

test("a broken symbolic link to a manifest in a folder is an error", async (t) => {
  const read = await readIn(
    t,
    { "m/a.yaml": "" },
    { paths: ["m"], links: { "m/b.yaml": "gone", "m/c": "gone" } },
  );
  t.deepEqual(codes(read), ["error SourceUnreadable"]);
  t.is(messages(read), "m/b.yaml cannot be read: its symbolic link is broken");
});

test("an explicitly named pipe is read to its end", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "converge-pipe-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const pipe = join(folder, "63");
  execFileSync("mkfifo", [pipe]);
  const [read] = await Promise.all([readSources([pipe], stdin), writeFile(pipe, "kind: A")]);
  t.deepEqual(read.sources, [{ name: pipe, text: "kind: A" }]);
});

test("a pipe in a folder is refused without reading it", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "converge-pipe-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  execFileSync("mkfifo", [join(folder, "pipe.yaml")]);
  const read = await readSources([folder], async () => new Uint8Array());
  t.deepEqual(codes(read), ["error SourceUnreadable"]);
});

test("a file without read permission is reported with the reason", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "converge-locked-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, "a.yaml");
  writeFileSync(file, "");
  chmodSync(file, 0);
  const read = readInProcess({ folder, paths: [folder] });
  t.deepEqual(codes(read), ["error SourceUnreadable"]);
  t.is(messages(read), `${file} cannot be read: permission denied`);
});

const decodes = test.macro({
  title: (_, fact: string) => `a file that ${fact} is refused`,
  exec: async (
    t,
    fact: string,
    { bytes, at }: { bytes: readonly number[]; at: readonly (number | undefined)[] },
  ) => {
    const read = await readIn(t, { "a.yaml": Uint8Array.from(bytes) }, { paths: ["a.yaml"] });
    t.deepEqual(codes(read), ["error NotUtf8"]);
    t.true(messages(read).includes(fact), messages(read));
    t.deepEqual([read.found[0]?.origin?.line, read.found[0]?.origin?.column], at);
  },
});
test(decodes, "contains the byte 0xe9 in line 2, column 3", {
  bytes: [0x61, 0x0a, 0x62, 0x3a, 0xe9, 0x0a],
  at: [2, 3],
});
test(decodes, "contains the byte 0xff in line 1, column 1", { bytes: [0xff], at: [1, 1] });
test(decodes, "ends in the middle of a character (line 1)", { bytes: [0x61, 0xc3], at: [1, 2] });
test(decodes, "is UTF-16 (little endian", { bytes: [0xff, 0xfe, 0x61, 0x00], at: [1, undefined] });
test(decodes, "is UTF-16 (big endian", { bytes: [0xfe, 0xff, 0x00, 0x61], at: [1, undefined] });

test("a byte order mark of UTF-8 is dropped", async (t) => {
  const read = await readIn(t, { "a.yaml": "\uFEFFkind: A" }, { paths: ["a.yaml"] });
  t.deepEqual(read.sources, [{ name: "a.yaml", text: "kind: A" }]);
});

test("a thousand files keep their order", async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`m/${String(index).padStart(4, "0")}.yaml`, String(index)]),
  );
  const read = await readIn(t, files, { paths: ["m"] });
  t.deepEqual(
    read.sources.map((source) => `${source.name} ${source.text}`),
    Object.entries(files).map(([name, text]) => `${name} ${text}`),
  );
});

test("a Chart.yaml or kustomization.yaml as a path is an error: its folder has to be passed", async (t) => {
  for (const file of ["Chart.yaml", "kustomization.yaml"]) {
    const read = await readIn(t, { [file]: "name: shop" }, { paths: [file] });
    t.regex(messages(read), /and is not a manifest: pass its folder, \S+$/);
  }
});

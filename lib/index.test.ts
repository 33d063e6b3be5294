import { execFileSync } from "node:child_process";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { plan, validate } from "./index.ts";

const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: env}\n";

test("a program plans texts without saying anything else", (t) => {
  const { plan: found, refused } = plan({ sources: [{ name: "env.yaml", text }] });
  t.false(refused);
  t.deepEqual(
    found.groups.flatMap((group) => group.objects.map(({ manifest }) => manifest.key)),
    ["/namespaces/default/ConfigMap/env"],
  );
  t.deepEqual([found.action, found.release], ["install", "default"]);
});

test("a field that is undefined has its default, as one that is left out", (t) => {
  const request = { sources: [{ name: "env.yaml", text }], found: undefined, timeout: undefined };
  t.is(plan(request as unknown as Parameters<typeof plan>[0]).plan.groups.length, 1);
});

for (const sources of [undefined, "web.yaml", ["web.yaml"], [{ name: "web.yaml" }]]) {
  test(`what holds no texts is refused with what has to be given: ${JSON.stringify(sources)}`, (t) => {
    const request = { sources } as unknown as Parameters<typeof plan>[0];
    t.throws(() => plan(request), { instanceOf: TypeError, message: /^sources must be a list of texts/ });
  });
}

test("a program checks texts without a namespace and definitions of its own", async (t) => {
  const sources = [{ name: "env.yaml", text: text.replace("{name: env}", "{name: env, labels: {a: '?'}}") }];
  const { diagnostics } = await validate({ sources, fields: { level: "strict" } });
  t.deepEqual(
    diagnostics.map(({ code }) => code),
    ["FieldInvalid"],
  );
});

const compiler = join(import.meta.dirname, "../node_modules/.bin/tsc");

function compile(options: object, folder: string): string {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
  try {
    return execFileSync(compiler, ["-p", folder], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout);
  }
}

test("types of the package compile with all libraries checked, and without those of Node", (t) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-types-"));
  const out = join(folder.path, "dist");
  const build = join(import.meta.dirname, "../tsconfig.build.json");
  const index = join(import.meta.dirname, "index.ts");
  const typeRoots = [join(import.meta.dirname, "../node_modules/@types")];
  const options = {
    outDir: out,
    rootDir: join(import.meta.dirname, ".."),
    typeRoots,
    emitDeclarationOnly: true,
  };
  t.is(compile({ extends: build, compilerOptions: options, include: [index] }, folder.path), "");
  const use = join(folder.path, "use.ts");
  writeFileSync(
    use,
    `import { plan, planJson } from "./dist/lib/index.js";
export const text: string = planJson(plan({ sources: [] }).plan);\n`,
  );
  const plain = {
    target: "es2024",
    lib: ["es2024"],
    module: "nodenext",
    strict: true,
    skipLibCheck: false,
    types: [],
  };
  t.is(compile({ compilerOptions: { ...plain, noEmit: true }, files: [use] }, folder.path), "");
});

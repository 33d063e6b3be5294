import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import test from "ava";

const root = import.meta.dirname;
const tools = join(root, "node_modules/.bin");

/** A file of a test project. */
interface ProjectFile {
  readonly file: string;
  readonly text: string;
}

/** A file that violates one rule, and the message of its gate. */
interface Violation extends ProjectFile {
  readonly says: string;
}

/**
 * Creates a project with the real configuration and a few files, so that a violation can be tested outside of
 * the real one.
 */
function buildProject(files: readonly ProjectFile[]): string {
  const project = mkdtempSync(join(tmpdir(), "converge-gates-"));
  const settings = ["oxlint.config.ts", ".oxfmtrc.json", "tsconfig.json", "package.json", "lib/layers.ts"];
  for (const name of [...settings, ...files.map(({ file }) => file)]) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
  }
  for (const name of settings) {
    copyFileSync(join(root, name), join(project, name));
  }
  for (const { file, text } of files) {
    writeFileSync(join(project, file), text);
  }
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  return project;
}

interface Verdict {
  readonly passed: boolean;
  readonly output: string;
}

async function runGate(gate: string, files: readonly ProjectFile[]): Promise<Verdict> {
  const project = buildProject(files);
  const [command = "", ...words] = gate.split(" ");
  try {
    const env = { ...process.env, PATH: `${tools}:${process.env["PATH"]}` };
    const { stdout } = await promisify(execFile)(join(tools, command), words, { cwd: project, env });
    return { passed: true, output: stdout };
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return { passed: false, output: `${stdout}${stderr}` };
  } finally {
    rmSync(project, { recursive: true });
  }
}

const lines = (count: number, line: string): string => `${line}\n`.repeat(count);
const branches = Array.from({ length: 10 }, (_, index) => `  if (a === ${index}) void 0;\n`).join("");

/** Violations in order/, which has layers below and above it, and a package that only it may import. */
const inOrder: Readonly<Record<string, readonly [text: string, says: string]>> = {
  "an import of a layer above": [
    `export type { Plan } from "../plan/plan.ts";`,
    "order/ may import only: object dag manifest annotation",
  ],
  "an import of a file above all layers": [
    `import "../engine.ts";`,
    "order/ may not import what is above it",
  ],
  "a package that belongs to another layer": [
    `import { parse } from "yaml";`,
    "order/ may not import this package",
  ],
  "file access in a core layer": [
    `import { readFileSync } from "node:fs";`,
    "order/ may not import this package",
  ],
  "a file that is too long": [lines(251, "void 0;"), "eslint(max-lines)"],
  "a function that is too long": [
    `export function f(): void {\n${lines(40, "  void 0;")}}`,
    "eslint(max-lines-per-function)",
  ],
  "a fourth parameter": [
    "export const f = (a: 1, b: 2, c: 3, d: 4): number => a + b + c + d;",
    "eslint(max-params)",
  ],
  "a fourth level of nesting": [
    "export function f(a: boolean): void { if (a) { while (a) { do { if (a) { void 0; } } while (a); } } }",
    "eslint(max-depth)",
  ],
  "a function with a complexity above ten": [
    `export function f(a: number): void {\n${branches}}`,
    "eslint(complexity)",
  ],
  "the environment in a core layer": [
    "export const home: unknown = process.env;",
    "eslint(no-restricted-globals)",
  ],
  "the clock in a core layer": [
    "export const now: number = Date.now();",
    "the clock comes in as an argument",
  ],
  "the current date in a core layer": [
    "export const now: unknown = new Date();",
    "the clock comes in as an argument",
  ],
  "the performance clock in a core layer": [
    "export const now: number = performance.now();",
    "the clock comes in as an argument",
  ],
  "randomness in a core layer": [
    "export const dice: number = Math.random();",
    "randomness comes in as an argument",
  ],
  "a timer in a core layer": [
    "export const timer: unknown = setTimeout(() => 1, 1);",
    "the core is synchronous",
  ],
  "an interval timer in a core layer": [
    "export const timer: unknown = setInterval(() => 1, 1);",
    "the core is synchronous",
  ],
  "the network in a core layer": [
    `export const page: unknown = fetch("http://localhost/");`,
    "the core reaches no network",
  ],
  "globalThis in a core layer": [
    "export const clock: unknown = globalThis.Date;",
    "name what you need of it",
  ],
  "a default export": ["export default 1;", "import(no-default-export)"],
  any: ["export const a: any = 1;", "typescript(no-explicit-any)"],
  "a promise that is not awaited": [
    "export function f(a: Promise<void>): void { a; }",
    "typescript(no-floating-promises)",
  ],
};

/** Two violations in one file, which can be created only once. */
const twoImports = `export { run } from "../cmd/run.ts";\nexport { parse } from "yaml";\n`;

const violations: readonly (readonly [title: string, breach: Violation])[] = [
  ...Object.entries(inOrder).map(([title, [text, says]], index) => {
    const file = `lib/order/breach-${index}.ts`;
    return [title, { file, text, says }] as const;
  }),
  [
    "an import in the lowest layer",
    {
      file: "lib/object/breach.ts",
      text: `import "../manifest/manifest.ts";`,
      says: "object/ may import only: nothing",
    },
  ],
  [
    "a package in a layer that may import none",
    {
      file: "lib/plan/breach.ts",
      text: `import { Graph } from "@dagrejs/graphlib";`,
      says: "plan/ may not import this package",
    },
  ],
  [
    "an import of the layer that reads the disk in lib/engine.ts",
    {
      file: "lib/engine.ts",
      text: `export { readSources } from "./source/read-sources.ts";`,
      says: "lib/engine.ts may import only",
    },
  ],
  [
    "an import from outside lib in lib/index.ts",
    {
      file: "lib/index.ts",
      text: twoImports,
      says: "lib/index.ts may import only",
    },
  ],
  [
    "a package in lib/index.ts",
    {
      file: "lib/index.ts",
      text: twoImports,
      says: "lib/index.ts may not import a package",
    },
  ],
  [
    "an import between two layers of modules",
    {
      file: "lib/modules/registry/breach.ts",
      text: `import "../rules/module-kind.ts";`,
      says: "modules/registry/ may import only: object async oci",
    },
  ],
  [
    "a file name that is not kebab-case",
    { file: "lib/order/someThing.ts", text: "export const a = 1;", says: "unicorn(filename-case)" },
  ],
];

/** One run of the linter over all violations: its messages by file name. */
const findings = (async (): Promise<ReadonlyMap<string, string>> => {
  const { output } = await runGate(
    "oxlint --format=json",
    violations.map(([, breach]) => breach),
  );
  const { diagnostics } = JSON.parse(output) as { diagnostics: readonly Finding[] };
  return new Map(
    violations.map(([, { file }]) => [
      file,
      diagnostics
        .filter(({ filename }) => filename.endsWith(file))
        .map(({ code, message, help }) => `${code} ${message} ${help}`)
        .join("\n"),
    ]),
  );
})();

interface Finding {
  readonly filename: string;
  readonly code: string;
  readonly message: string;
  readonly help?: string;
}

for (const [title, { file, says }] of violations) {
  test(`lint reports ${title}`, async (t) => {
    const said = (await findings).get(file) ?? "";
    t.true(said.includes(says), said);
  });
}

const stops = test.macro({
  title: (_, gate: string) => `${gate} reports a violation`,
  exec: async (t, gate: string, { text, says }: Omit<Violation, "file">) => {
    const index = { file: "lib/index.ts", text: `import "./breach.ts";\n` };
    const { passed, output } = await runGate(gate, [{ file: "lib/breach.ts", text }, index]);
    t.false(passed);
    t.true(output.includes(says), output);
  },
});

test(stops, "tsc -p .", { text: `export const a: number = "a";`, says: "TS2322" });
test(stops, "oxfmt --check .", { text: "export   const a = 1", says: "lib/breach.ts" });
test(stops, "knip --include exports", { text: "export const dead = 1;", says: "lib/breach.ts" });

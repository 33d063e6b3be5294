/** The declarations of the package, as programs compile against them. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

const checkout = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "converge-types-"));
const installed = join(folder, "node_modules/converge");

/** Runs the compiler; returns its messages. */
function compile(words: readonly string[]): string {
  try {
    const program = join(checkout, "node_modules/.bin/tsc");
    return execFileSync(program, words, { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout);
  }
}

/** The package with its declarations alone, installed in a project without any other package. */
test.before((t) => {
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(checkout, "package.json"), join(installed, "package.json"));
  const build = ["-p", join(checkout, "tsconfig.build.json"), "--outDir", join(installed, "dist")];
  t.is(compile([...build, "--emitDeclarationOnly"]), "");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
});

test.after.always(() => {
  rmSync(folder, { recursive: true });
});

const program = `import {
  apply, type Cluster, connect, ConvergeError, type Diagnostic, diff, plan, type RunEvent, remove, show, status, validate,
} from "converge";

const sources = [{ name: "web.yaml", text: "" }];
const { refused, plan: planned } = await plan({ sources, reconcileTimeout: "5m" });
export const groups: readonly number[] = planned.groups.map(({ index }) => index);
const { diagnostics } = await validate({ paths: ["manifests/"], kubernetesVersion: "1.36" });
export const codes: readonly string[] = diagnostics.map(({ code }: Diagnostic) => code);
const { object } = await show({ objects: [{}], object: "web" });
export const shown: string | undefined = object && JSON.stringify(object["metadata"]);

function onEvent(event: RunEvent): string {
  return event.type === "run" && event.status === "Finished" ? event.verdict : event.type;
}

export async function run(): Promise<boolean> {
  try {
    await using cluster: Cluster = await connect({ context: "kind" });
    const { changed } = await diff(cluster, { release: "shop", sources });
    const { verdict, objects } = await apply(cluster, { release: "shop", sources, onEvent, timeout: 60_000 });
    const found = await status(cluster, { release: "shop" });
    const removed = await remove(cluster, { release: "shop" });
    return changed && verdict === removed.verdict && objects.length === 0 && found?.healthy === !refused;
  } catch (error) {
    return error instanceof ConvergeError && error.code === "Unreachable";
  }
}
`;

const compiles = test.macro({
  title: (title, moduleResolution: string) =>
    title ?? `a program compiles with the module resolution ${moduleResolution}`,
  exec: (t, moduleResolution: string, module: string, text: string, messages: RegExp) => {
    const project = join(folder, `tsconfig.${moduleResolution}-${t.title.length}.json`);
    const file = join(folder, `program-${moduleResolution}-${t.title.length}.ts`);
    writeFileSync(file, text);
    const compilerOptions = {
      target: "es2024",
      lib: ["es2024"],
      module,
      moduleResolution,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      types: [],
    };
    writeFileSync(project, JSON.stringify({ compilerOptions, files: [file] }));
    t.regex(compile(["-p", project]), messages);
  },
});

test(compiles, "node16", "node16", program, /^$/);
test(compiles, "bundler", "esnext", program, /^$/);

const typo = program.replace('release: "shop", sources }', 'relase: "shop", sources }');
test("a program with an unknown option does not compile", compiles, "nodenext", "nodenext", typo, /relase/);

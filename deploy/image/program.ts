/** The converge part of the image: Node, and the program with the libraries that are not bundled into it. */
import { chmod, cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { unbundled } from "../../bundle.ts";
import { runProgram } from "../run-program.ts";

const home = "opt/converge";

/**
 * Puts the program into the root of a layer, compiled from a checkout with installed dependencies, with a
 * link on the PATH.
 */
export async function placeProgram(checkout: string, root: string): Promise<void> {
  const to = join(root, home);
  await mkdir(join(to, "cmd"), { recursive: true });
  await runProgram("npm", ["run", "--silent", "build:cmd", "--", `--outdir=${join(to, "dist/cmd")}`], {
    cwd: checkout,
  });
  await mkdir(join(to, "docs/reference"), { recursive: true });
  for (const file of ["package.json", "LICENSE", "docs/reference/diagnostics.md"]) {
    await cp(join(checkout, file), join(to, file));
  }
  // There is no `env` in the image.
  const start = await readFile(join(checkout, "cmd/converge.mjs"), "utf8");
  await writeFile(join(to, "cmd/converge.mjs"), start.replace(/^#!.*/, "#!/usr/local/bin/node"));
  for (const name of await librariesOf(checkout)) {
    await cp(join(checkout, "node_modules", name), join(to, "node_modules", name), { recursive: true });
  }
  await chmod(join(to, "cmd/converge.mjs"), 0o755);
  await mkdir(join(root, "usr/local/bin"), { recursive: true });
  await symlink(`/${home}/cmd/converge.mjs`, join(root, "usr/local/bin/converge"));
}

/** The unbundled libraries with their dependencies. */
async function librariesOf(checkout: string): Promise<readonly string[]> {
  const found = new Set(unbundled);
  for (const name of found) {
    const text = await readFile(join(checkout, "node_modules", name, "package.json"), "utf8");
    const { dependencies = {} }: { readonly dependencies?: Readonly<Record<string, string>> } =
      JSON.parse(text);
    for (const dependency of Object.keys(dependencies)) {
      found.add(dependency);
    }
  }
  return [...found];
}

/** Puts Node into the root of a layer, stripped of symbols if this machine has the tool for it. */
export async function placeNode(checkout: string, root: string): Promise<void> {
  const to = join(root, "usr/local/bin/node");
  await mkdir(dirname(to), { recursive: true });
  await cp(join(checkout, "node_modules/node/bin/node"), to);
  await runProgram("strip", ["--strip-unneeded", to]).catch(async () => {
    await rm(to);
    await cp(join(checkout, "node_modules/node/bin/node"), to);
  });
  await chmod(to, 0o755);
}

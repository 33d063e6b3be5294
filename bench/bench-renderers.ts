/** `make bench-renderers`: measures the built-in renderers beside helm and kustomize, and prints a table. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { unpackBuiltPackage } from "../e2e/built-package.ts";
import { runRenderingBench, whyNoRendering } from "./rendering/rendering-bench.ts";
import { renderingTable } from "./result-table.ts";

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const reason = whyNoRendering();
if (reason === undefined) {
  const folder = await mkdtemp(join(tmpdir(), "converge-bench-"));
  try {
    say("building the package");
    const converge = await unpackBuiltPackage(folder);
    process.stdout.write(renderingTable(await runRenderingBench({ converge, folder, say })));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
} else {
  say(reason);
  process.exitCode = 1;
}

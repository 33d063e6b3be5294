/**
 * Builds the renderers of charts and kustomizations, `make renderers`: a WebAssembly module from the Go code
 * here, compressed. It is kept by the content of this folder, and put where a checkout looks for it.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";

import { type Buildable, buildMissing } from "../e2e/control-plane/build-missing.ts";
import { CannotStart } from "../e2e/control-plane/cannot-start.ts";
import { runGo } from "../e2e/control-plane/go.ts";
import { streamProgress } from "../e2e/control-plane/progress.ts";
import { builtArtefact, placeRenderers } from "./artefact.ts";
import { preinitialized } from "./preinitialize.ts";

const folder = import.meta.dirname;

/** Mebibytes of memory that a rendering may have. */
const mostMemory = 512;

async function build(artefact: string): Promise<void> {
  mkdirSync(dirname(artefact), { recursive: true });
  const draft = `${artefact}.new`;
  const words = ["-trimpath", "-buildvcs=false", "-buildmode=c-shared", "-ldflags=-s -w", "-o", draft, "."];
  await runGo(folder, ["build", ...words], { GOOS: "wasip1", GOARCH: "wasm" });
  const module = preinitialized(readFileSync(draft), mostMemory);
  const params = { [constants.ZSTD_c_compressionLevel]: 19 };
  writeFileSync(draft, zstdCompressSync(module, { params }));
  renameSync(draft, artefact);
}

/** Builds the renderers if they are missing. Throws a {@link CannotStart} if Go is missing. */
async function buildRenderers(): Promise<void> {
  const artefact = builtArtefact();
  const renderers: Buildable = {
    name: "renderers",
    module: folder,
    isBuilt: () => existsSync(artefact),
    build: () => build(artefact),
  };
  await buildMissing([renderers], streamProgress(process.stderr, process.env));
  placeRenderers(join(folder, "../node_modules/.cache"));
}

if (import.meta.main) {
  try {
    await buildRenderers();
  } catch (error) {
    if (!(error instanceof CannotStart)) {
      throw error;
    }
    process.stderr.write(`error: the renderers were not built: ${error.message}\n`);
    process.exitCode = 1;
  }
}

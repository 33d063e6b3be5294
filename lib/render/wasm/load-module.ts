import { existsSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { zstdDecompressSync } from "node:zlib";

import { lowerMemory } from "./memory-limit.ts";
import { rendererApi, type RendererModule } from "./web-assembly.ts";

/** The name of the compressed program. */
export const artefactName = "renderers.wasm.zst";

/** Beside the bundle; from the library of the package; and in a checkout, where `make renderers` puts it. */
const places = import.meta.url.endsWith(".ts")
  ? [`../../../node_modules/.cache/${artefactName}`]
  : [`./${artefactName}`, `../../../cmd/${artefactName}`];

/** Returns the file of the renderers; undefined in a checkout where they were not built. */
export function artefactFile(): URL | undefined {
  return places.map((place) => new URL(place, import.meta.url)).find((file) => existsSync(file));
}

/** Bytes of a module that is decompressed in one piece. */
const largestModule = 2 ** 26;

/**
 * Compiles the renderers, with that many bytes of memory at most. V8 checks and compiles a function when it
 * is first called; to check all of them before takes five times as long as the rest.
 */
export function loadModule(file: URL, memory: number): RendererModule {
  setFlagsFromString("--wasm-lazy-validation");
  // In one piece: otherwise Node joins thousands of them.
  const bytes = zstdDecompressSync(readFileSync(file), { chunkSize: largestModule });
  lowerMemory(bytes, memory);
  return new rendererApi.Module(bytes);
}

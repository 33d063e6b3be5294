/** Writes the manual page, for `make man` and the package. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import manifest from "../../package.json" with { type: "json" };
import { processHost } from "../host/process-host.ts";
import { buildProgram } from "../program.ts";
import { manPage } from "./man-page.ts";

/** Returns the manual page of this version. */
export function currentManPage(): string {
  const program = buildProgram(processHost(), () => {}, []);
  return manPage({ program, version: manifest.version });
}

if (import.meta.main) {
  const [path = "dist/man/converge.1"] = process.argv.slice(2);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, currentManPage());
}

/** The program of the registry, built once from its Go module, without Go code in this repository. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { CannotStart } from "../control-plane/cannot-start.ts";
import { exclusively } from "../control-plane/exclusive.ts";

const moduleFolder = join(import.meta.dirname, "distribution");

/** A folder outside the checkout, so that clones share it. Another go.mod gets another folder. */
function programFolder(): string {
  const hash = createHash("sha256")
    .update(readFileSync(join(moduleFolder, "go.mod")))
    .digest("hex");
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return join(cache, "converge", "registry", hash.slice(0, 16));
}

/**
 * The path of the registry's program, which is built if missing: some two minutes on two cores, once. Throws
 * {@link CannotStart} if Go is missing.
 */
export async function registryProgram(): Promise<string> {
  const folder = programFolder();
  const program = join(folder, "registry");
  if (!existsSync(program)) {
    await exclusively(`build:${folder}`, async () => {
      if (!existsSync(program)) {
        await build(folder, program);
      }
    });
  }
  return program;
}

async function build(folder: string, program: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, ".registry.new");
  const words = ["build", "-trimpath", "-ldflags", "-s -w", "-o", draft];
  const env = { ...process.env, GOWORK: "off", GOFLAGS: "", CGO_ENABLED: "0" };
  const child = spawn("go", [...words, "github.com/distribution/distribution/v3/cmd/registry"], {
    cwd: moduleFolder,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const trouble: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => trouble.push(text));
  const failed = once(child, "error");
  const ended = once(child, "close");
  await Promise.race([ended, failed]);
  if (child.exitCode !== 0) {
    throw new CannotStart(`the registry cannot be built: install Go 1.26\n${trouble.join("").trim()}`);
  }
  renameSync(draft, program);
}

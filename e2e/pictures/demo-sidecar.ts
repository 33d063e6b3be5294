/** A sidecar in a process of its own that follows the demo repository. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import type { Overview } from "../../lib/web/dashboard/state/dashboard-state.ts";
import { demoRepository, demoUnits } from "./demo-repository.ts";

const root = join(import.meta.dirname, "../..");

/** The phase of each unit, in the order of their names. */
async function phasesAt(url: string): Promise<string> {
  const response = await fetch(new URL("api/v1/overview", url));
  const { units }: Overview = JSON.parse(await response.text());
  return units.map(({ phase }) => phase).join(" ");
}

/** Resolves once the units are in these phases. Throws an Error after two minutes. */
async function untilPhases(url: string, expected: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  let phases = "";
  while (phases !== expected) {
    if (Date.now() > deadline) {
      throw new Error(`the units are ${phases}, not ${expected}`);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    phases = await phasesAt(url);
  }
}

/**
 * Runs a sidecar until the first release is ready and the second one has failed, and passes the URL of its
 * dashboard to `use`. `namespace`: that of all objects.
 */
export async function withDemoSidecar(
  { kubeconfig, namespace }: { readonly kubeconfig: string; readonly namespace: string },
  use: (url: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "converge-pictures-"));
  const repository = demoRepository(join(folder, "demo.git"), namespace);
  repository.commit("1.0", "Open the shop");
  const config = join(folder, "sync.json");
  const units = demoUnits.map((unit) => ({ ...unit, namespace, source: { path: unit.name } }));
  const source = { url: `file://${join(folder, "demo.git")}`, ref: "main" };
  const defaults = { source, interval: "1s" };
  writeFileSync(
    config,
    JSON.stringify({ apiVersion: "converge.dev/v1", kind: "Sync", name: "demo", defaults, units }),
  );
  const words = ["sync", "--config", config, "--page", "127.0.0.1:0", "--identity", "sync-0"];
  const sidecar = spawn(process.execPath, ["cmd/converge.mjs", ...words, "-n", namespace], {
    cwd: root,
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await pageUrl(createInterface({ input: sidecar.stdout }));
    await untilPhases(url, "Ready Ready Ready Ready");
    repository.commit("1.1", "New search, new checkout");
    await untilPhases(url, "Ready Ready Blocked Failed");
    await use(url);
  } finally {
    sidecar.kill("SIGTERM");
    if (sidecar.exitCode === null) {
      await once(sidecar, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The URL that the sidecar prints. Throws an Error if it ends without. */
async function pageUrl(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url !== undefined) {
      return `${url}/`;
    }
  }
  throw new Error("the sidecar ended without serving its page");
}

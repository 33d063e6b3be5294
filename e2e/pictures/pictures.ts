/**
 * `make pictures`: records the pictures of the README on the control plane. It applies the WordPress example
 * and deletes it again.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { findHealthy } from "../control-plane/control-plane.ts";
import { runScript, CannotStart } from "../control-plane/cannot-start.ts";
import { terminalSvg } from "./terminal-svg.ts";

const root = join(import.meta.dirname, "../..");

function run(command: string, kubeconfig: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["cmd/converge.mjs", ...command.split(" "), "--color=always"],
    { cwd: root, encoding: "utf8", env: { ...process.env, KUBECONFIG: kubeconfig, COLUMNS: "100" } },
  );
  if (status !== 0) {
    throw new CannotStart(`converge ${command} failed:\n${stdout}${stderr}`);
  }
  return [`\u001B[1m$ converge ${command}\u001B[0m`, ...stdout.trimEnd().split("\n"), ""];
}

await runScript(async () => {
  const cluster = await findHealthy();
  if (cluster === undefined) {
    throw new CannotStart("no control plane is running: make cluster-up");
  }
  const record = (command: string): readonly string[] => run(command, cluster.kubeconfig);
  const release = "--release wordpress -n default";
  const lines = [...record("plan fixtures/wordpress"), ...record(`apply fixtures/wordpress ${release}`)].map(
    (line) => line.replace(/ on https:\S+:\d+/, ""),
  );
  record(`delete ${release}`);
  const title =
    "converge plan prints the apply groups of a WordPress example; converge apply applies them in order";
  writeFileSync(join(root, "docs/images/apply.svg"), terminalSvg(lines.slice(0, -1), title));
});

/**
 * `make bench-load`: measures `converge apply` of the built package through a proxy that answers some
 * requests with 429, or delays every write by 50 ms, and prints a table. `--rounds`, `--objects` at most.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { unpackBuiltPackage } from "../e2e/built-package.ts";
import { whyNoCluster } from "./cluster/cluster-bench.ts";
import { benchLoad } from "./load/load-bench.ts";
import { loadTable } from "./load/load-table.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    objects: { type: "string", default: "1000" },
  },
});

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const reason = whyNoCluster();
if (reason === undefined) {
  const folder = await mkdtemp(join(tmpdir(), "converge-bench-"));
  try {
    say("building the package");
    const converge = await unpackBuiltPackage(folder);
    const [rounds, objects] = [Number(values.rounds), Number(values.objects)];
    process.stdout.write(loadTable(await benchLoad({ rounds, objects, converge, folder, say })));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
} else {
  say(reason);
  process.exitCode = 1;
}

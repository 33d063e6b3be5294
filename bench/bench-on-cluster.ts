import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { unpackBuiltPackage } from "../e2e/built-package.ts";
import { whyNoCluster } from "./cluster/cluster-bench.ts";

/** The tools of a benchmark on the control plane of the tests. */
export interface ClusterBench {
  /** Exists while the benchmark runs. */
  readonly folder: string;
  /** Builds the package, and returns the path of its program. */
  readonly buildConverge: () => Promise<string>;
  /** Reports progress. */
  readonly say: (line: string) => void;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Runs a benchmark on the control plane of the tests; exits with code 1 if there is none. */
export async function benchOnCluster(run: (bench: ClusterBench) => Promise<void>): Promise<void> {
  const reason = whyNoCluster();
  if (reason !== undefined) {
    say(reason);
    process.exitCode = 1;
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "converge-bench-"));
  const buildConverge = async (): Promise<string> => {
    say("building the package");
    return unpackBuiltPackage(folder);
  };
  try {
    await run({ folder, buildConverge, say });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

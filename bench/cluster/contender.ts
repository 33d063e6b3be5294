import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Access } from "../../e2e/control-plane/kubeconfig.ts";
import type { Program } from "../measure.ts";
import { isBuilt, type PeerName, peerPath } from "../../e2e/peers/build-peers.ts";
import { floorText, settingsText } from "./workload.ts";

/** The names under which the bench knows the programs that it needs itself. */
export const floorName = "floor: bare HTTP/2";
export const convergeName = "converge apply";
export const kappName = "kapp deploy";

/** A program that brings a thousand ConfigMaps into a cluster. */
export interface Contender {
  readonly name: string;
  /** How often it takes its turn: slow ones less often. */
  readonly rounds: number;
  readonly peer?: PeerName;
  /** Lays out what it needs in the folder. `again`: the command for the second time, where it is another. */
  readonly prepare: (ground: Ground) => Promise<{ readonly first: Program; readonly again?: Program }>;
}

/** Where a contender works: a namespace that is there and empty, and a folder of its own. */
export interface Ground {
  readonly folder: string;
  readonly namespace: string;
  readonly objects: number;
  readonly kubeconfig: string;
  readonly access: Access;
  /** The converge of the built package. */
  readonly converge: string;
}

const floorProgram = fileURLToPath(new URL("floor.mjs", import.meta.url));

/** All programs, in the order in which they take turns. */
export const contenders: readonly Contender[] = [
  {
    name: floorName,
    rounds: 5,
    prepare: async ({ folder, namespace, objects, access }) => {
      const file = join(folder, "requests.json");
      await writeFile(file, floorText(objects, namespace, access));
      return { first: { command: process.execPath, args: [floorProgram, file], isNode: true } };
    },
  },
  {
    name: convergeName,
    rounds: 5,
    prepare: async (ground) => {
      const program = convergeApply(ground, await manifestIn(ground));
      return { first: program, again: program };
    },
  },
  {
    name: kappName,
    rounds: 3,
    peer: "kapp",
    prepare: async (ground) => {
      const file = await manifestIn(ground);
      const program = peer(
        "kapp",
        ["deploy", "-a", "bench", "-n", ground.namespace, "-f", file, "-y"],
        ground,
      );
      return { first: program, again: program };
    },
  },
  {
    name: "helm install, helm upgrade",
    rounds: 2,
    peer: "helm",
    prepare: async (ground) => {
      const { folder, namespace } = ground;
      await mkdir(join(folder, "templates"));
      await manifestIn(ground, "templates/all.yaml");
      await writeFile(join(folder, "Chart.yaml"), "apiVersion: v2\nname: bench\nversion: 0.1.0\n");
      const words = ["bench", folder, "-n", namespace];
      return {
        first: peer("helm", ["install", ...words], ground),
        again: peer("helm", ["upgrade", ...words], ground),
      };
    },
  },
  kubectl("kubectl apply --server-side", []),
  kubectl("kubectl apply --server-side --validate=false", ["--validate=false"]),
];

function kubectl(name: string, flags: readonly string[]): Contender {
  return {
    name,
    rounds: 2,
    peer: "kubectl",
    prepare: async (ground) => {
      const file = await manifestIn(ground);
      const program = peer("kubectl", ["apply", "--server-side", ...flags, "-f", file], ground);
      return { first: program, again: program };
    },
  };
}

/** How converge of the built package applies a file. */
export function convergeApply(
  { converge, namespace, kubeconfig }: Pick<Ground, "converge" | "namespace" | "kubeconfig">,
  file: string,
): Program {
  const args = [converge, "apply", file, "--release", "bench", "-n", namespace];
  return { command: process.execPath, args, env: { KUBECONFIG: kubeconfig }, isNode: true };
}

/** Whether it can take part: it is converge or the floor, or was built. */
export function isThere({ peer: name }: Contender): boolean {
  return name === undefined || isBuilt(name);
}

async function manifestIn({ folder, objects, namespace }: Ground, name = "manifests.yaml"): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, settingsText(objects, namespace));
  return file;
}

/** What Helm keeps goes into the folder, not into the home of whoever runs the bench. */
function peer(name: PeerName, args: readonly string[], { folder, kubeconfig }: Ground): Program {
  const home = join(folder, "home");
  const env = {
    KUBECONFIG: kubeconfig,
    KUBECACHEDIR: home,
    HELM_CACHE_HOME: home,
    HELM_CONFIG_HOME: home,
    HELM_DATA_HOME: home,
  };
  return { command: peerPath(name), args, env, isNode: false };
}

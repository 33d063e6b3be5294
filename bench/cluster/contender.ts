import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type Access, writeKubeconfig } from "../../e2e/control-plane/kubeconfig.ts";
import type { TestCluster } from "../../e2e/control-plane/test-cluster.ts";
import type { Program } from "../measure.ts";
import { isBuilt, type PeerName, peerPath } from "../../e2e/peers/build-peers.ts";
import { floorText, settingsText } from "./workload.ts";

/** The names of the programs that the benchmark refers to. */
export const floorName = "floor: bare HTTP/2";
export const convergeName = "converge apply";
export const kappName = "kapp deploy";

/** A program that applies a thousand ConfigMaps to a cluster. */
export interface Contender {
  readonly name: string;
  /** The number of its runs: fewer for slow ones. */
  readonly rounds: number;
  readonly peer?: PeerName;
  /**
   * Writes the files that it needs into the folder. `again`: the command for the second time, if it differs.
   */
  readonly prepare: (
    environment: ContenderEnvironment,
  ) => Promise<{ readonly first: Program; readonly again?: Program }>;
}

/** The environment of a program: an existing empty namespace, and a folder of its own. */
export interface ContenderEnvironment {
  readonly folder: string;
  readonly namespace: string;
  readonly objects: number;
  readonly kubeconfig: string;
  readonly access: Access;
  /** The converge of the built package. */
  readonly converge: string;
}

/**
 * The access of all programs, as the floor has it and as a kubeconfig in the folder: by token. A client
 * certificate costs the server a third of a millisecond per request, since it verifies it for each.
 */
export function accessIn(
  folder: string,
  { server, ca, adminToken: token }: Pick<TestCluster, "server" | "ca" | "adminToken">,
): Pick<ContenderEnvironment, "access" | "kubeconfig"> {
  const access = { server, ca, token };
  return { access, kubeconfig: writeKubeconfig(join(folder, "kubeconfig"), access) };
}

const floorProgram = fileURLToPath(new URL("floor.mjs", import.meta.url));

/** All programs, in the order in which they alternate. */
export const contenders: readonly Contender[] = [
  {
    name: floorName,
    rounds: 5,
    prepare: async ({ folder, namespace, objects, access }) => {
      const file = join(folder, "requests.json");
      await writeFile(file, floorText(objects, namespace, access));
      return { first: sendRequests(file) };
    },
  },
  {
    name: convergeName,
    rounds: 5,
    prepare: async (environment) => {
      const program = convergeApply(environment, await manifestIn(environment));
      return { first: program, again: program };
    },
  },
  {
    name: kappName,
    rounds: 3,
    peer: "kapp",
    prepare: async (environment) => {
      const file = await manifestIn(environment);
      const program = peerProgram(
        "kapp",
        ["deploy", "-a", "bench", "-n", environment.namespace, "-f", file, "-y"],
        environment,
      );
      return { first: program, again: program };
    },
  },
  {
    name: "helm install, helm upgrade",
    rounds: 2,
    peer: "helm",
    prepare: async (environment) => {
      const { folder, namespace } = environment;
      await mkdir(join(folder, "templates"));
      await manifestIn(environment, "templates/all.yaml");
      await writeFile(join(folder, "Chart.yaml"), "apiVersion: v2\nname: bench\nversion: 0.1.0\n");
      const words = ["bench", folder, "-n", namespace];
      return {
        first: peerProgram("helm", ["install", ...words], environment),
        again: peerProgram("helm", ["upgrade", ...words], environment),
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
    prepare: async (environment) => {
      const file = await manifestIn(environment);
      const program = peerProgram("kubectl", ["apply", "--server-side", ...flags, "-f", file], environment);
      return { first: program, again: program };
    },
  };
}

/** The command by which converge of the built package applies a file. */
export function convergeApply(
  { converge, namespace, kubeconfig }: Pick<ContenderEnvironment, "converge" | "namespace" | "kubeconfig">,
  file: string,
): Program {
  const args = [converge, "apply", file, "--release", "bench", "-n", namespace];
  return { command: process.execPath, args, env: { KUBECONFIG: kubeconfig }, isNode: true };
}

/** The program that sends the requests of a file, and nothing besides: the floor. */
export function sendRequests(file: string): Program {
  return { command: process.execPath, args: [floorProgram, file], isNode: true };
}

/** Whether it can take part: it is converge or the floor, or was built. */
export function isThere({ peer: name }: Pick<Contender, "peer">): boolean {
  return name === undefined || isBuilt(name);
}

async function manifestIn(
  { folder, objects, namespace }: ContenderEnvironment,
  name = "manifests.yaml",
): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, settingsText(objects, namespace));
  return file;
}

/** The command of another program. Its caches go into the folder, not into the user's home. */
export function peerProgram(
  name: PeerName,
  args: readonly string[],
  { folder, kubeconfig }: Pick<ContenderEnvironment, "folder" | "kubeconfig">,
): Program {
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

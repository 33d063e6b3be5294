/** The programs that apply and delete one large set. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { PeerName } from "../../e2e/peers/build-peers.ts";
import {
  type ContenderEnvironment,
  convergeApply,
  convergeName,
  floorName,
  kappName,
  peerProgram,
  sendRequests,
} from "../cluster/contender.ts";
import { floorText, settingsText } from "../cluster/workload.ts";
import type { Program } from "../measure.ts";

/** The phases of a set, in their order. */
export const setPhases = ["fresh", "unchanged", "one changed", "one removed", "deleted"] as const;
export type SetPhase = (typeof setPhases)[number];

/** A program to measure with a set. */
export interface SetContender {
  readonly name: string;
  readonly peer?: PeerName;
  /** Returns the commands of the phases that it takes part in. */
  readonly prepare: (environment: ContenderEnvironment) => Promise<Partial<Record<SetPhase, Program>>>;
}

/** All programs, the floor first. */
export const setContenders: readonly SetContender[] = [
  {
    name: floorName,
    prepare: async ({ folder, namespace, objects, access }) => {
      const file = join(folder, "requests.json");
      await writeFile(file, floorText(objects, namespace, access));
      return { fresh: sendRequests(file) };
    },
  },
  {
    name: convergeName,
    prepare: async (environment) => {
      const { converge, namespace, kubeconfig } = environment;
      const [all, changed, fewer] = await writeVariants(environment);
      const unchanged = convergeApply(environment, all);
      return {
        fresh: unchanged,
        unchanged,
        "one changed": convergeApply(environment, changed),
        "one removed": convergeApply(environment, fewer),
        deleted: {
          command: process.execPath,
          args: [converge, "delete", "bench", "-n", namespace],
          env: { KUBECONFIG: kubeconfig },
          isNode: true,
        },
      };
    },
  },
  {
    name: kappName,
    peer: "kapp",
    prepare: async (environment) => {
      const app = ["-a", "bench", "-n", environment.namespace, "-y"];
      const [all, changed, fewer] = await writeVariants(environment);
      const deploy = (file: string): Program =>
        peerProgram("kapp", ["deploy", ...app, "-f", file], environment);
      return {
        fresh: deploy(all),
        unchanged: deploy(all),
        "one changed": deploy(changed),
        "one removed": deploy(fewer),
        deleted: peerProgram("kapp", ["delete", ...app], environment),
      };
    },
  },
  {
    name: "helm",
    peer: "helm",
    prepare: async (environment) => {
      const place = ["-n", environment.namespace];
      const charts = await writeCharts(environment);
      const [all = "", changed = "", fewer = ""] = charts;
      const upgrade = (chart: string): Program =>
        peerProgram("helm", ["upgrade", "bench", chart, ...place], environment);
      return {
        fresh: peerProgram("helm", ["install", "bench", all, ...place], environment),
        unchanged: upgrade(all),
        "one changed": upgrade(changed),
        "one removed": upgrade(fewer),
        deleted: peerProgram("helm", ["uninstall", "bench", ...place], environment),
      };
    },
  },
  {
    name: "kubectl apply --server-side",
    peer: "kubectl",
    prepare: async (environment) => {
      const [all, changed] = await writeVariants(environment);
      const apply = (file: string): Program =>
        peerProgram("kubectl", ["apply", "--server-side", "-f", file], environment);
      return {
        fresh: apply(all),
        unchanged: apply(all),
        "one changed": apply(changed),
        deleted: peerProgram("kubectl", ["delete", "-f", all], environment),
      };
    },
  },
];

/** Returns the texts of the set, of the set with one object changed, and with one removed. */
function variants({ objects, namespace }: ContenderEnvironment): readonly [string, string, string] {
  const all = settingsText(objects, namespace);
  const changed = all.replace("key: value\n", "key: changed\n");
  return [all, changed, changed.slice(0, changed.lastIndexOf("---\n"))];
}

async function writeVariants(environment: ContenderEnvironment): Promise<readonly [string, string, string]> {
  const names = ["all.yaml", "changed.yaml", "fewer.yaml"].map((name) => join(environment.folder, name));
  const texts = variants(environment);
  await Promise.all(names.map(async (name, index) => writeFile(name, texts[index] ?? "")));
  const [all = "", changed = "", fewer = ""] = names;
  return [all, changed, fewer];
}

async function writeCharts(environment: ContenderEnvironment): Promise<readonly string[]> {
  return Promise.all(
    variants(environment).map(async (text, index) => {
      const chart = join(environment.folder, `chart-${index}`);
      await mkdir(join(chart, "templates"), { recursive: true });
      await writeFile(join(chart, "templates/all.yaml"), text);
      await writeFile(join(chart, "Chart.yaml"), "apiVersion: v2\nname: bench\nversion: 0.1.0\n");
      return chart;
    }),
  );
}

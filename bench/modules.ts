import type { JsonObject } from "../lib/object/json.ts";
import type { ModuleFacts } from "../lib/modules/rules/module-facts.ts";
import { ModuleObjects } from "../lib/modules/rules/module-objects.ts";
import { settleReleases } from "../lib/modules/rules/release/reconcile-releases.ts";
import { type Spread, spreadOf } from "./measure.ts";
import { judged, type Target } from "./result.ts";

/** The figures of the rules of releases. */
export interface ModulesResult {
  readonly modules: number;
  readonly releases: number;
  /** From objects without a status to the next action of every release. */
  readonly settleSeconds: Spread;
  /** The same once more, without news. */
  readonly againSeconds: Spread;
  /** The number of writes of that second time: none. */
  readonly writesAgain: number;
  readonly targets: readonly Target[];
}

const modules = 500;
const releasesPerModule = 40;
const runs = 5;
/** 2026-11-21 08:00 UTC. */
const now = 1_795_248_000_000;
const policies = ["auto", "patches", "manual", "ignore", "lts", "windows"] as const;

/** Measures the rules on 500 modules with 20,000 releases. In this process, after one run to warm up. */
export function runModulesBench(say: (line: string) => void): ModulesResult {
  const given = benchObjects();
  const settle: number[] = [];
  const again: number[] = [];
  let writesAgain = 0;
  for (let run = -1; run < runs; run += 1) {
    say(`releases of modules: run ${run + 1} of ${runs}`);
    const objects = new ModuleObjects(structuredClone(given));
    const first = secondsOf(() => settleReleases(objects, facts));
    objects.settle();
    const second = secondsOf(() => settleReleases(objects, facts));
    writesAgain = objects.changes().length;
    if (run >= 0) {
      settle.push(first);
      again.push(second);
    }
  }
  const settleSeconds = spreadOf(settle);
  return {
    modules,
    releases: modules * releasesPerModule,
    settleSeconds,
    againSeconds: spreadOf(again),
    writesAgain,
    targets: [
      judged({
        name: "next actions of 20,000 releases of 500 modules, seconds",
        limit: 1,
        value: settleSeconds.median,
      }),
      judged({ name: "writes of a pass without news", limit: 1, value: writesAgain }),
    ],
  };
}

const facts: ModuleFacts = {
  now,
  deckhouse: "v1.73.3",
  kubernetes: "1.31.0",
  edition: "ee",
  bundle: "Default",
  defaultPolicy: { name: "", releaseChannel: "Stable", mode: "Auto", windows: [] },
  embedded: new Set(["cni", "dns"]),
  isReady: (module) => !module.endsWith("9"),
  artifactOf: (module, version) =>
    module.endsWith("8") && version.endsWith(".1") ? { state: "missing" } : { state: "here" },
};

function secondsOf(act: () => void): number {
  const start = performance.now();
  act();
  return (performance.now() - start) / 1000;
}

/** Mixed phases, policies, jumps and requirements, the same every time. */
function benchObjects(): readonly JsonObject[] {
  const objects: JsonObject[] = policies.map((name) => ({
    apiVersion: "deckhouse.io/v1alpha2",
    kind: "ModuleUpdatePolicy",
    metadata: { name },
    spec: policySpec(name),
  }));
  for (let module = 0; module < modules; module += 1) {
    objects.push(moduleObject(module), ...releasesOf(module));
  }
  return objects;
}

const modes: ReadonlyMap<string, string> = new Map([
  ["patches", "AutoPatch"],
  ["manual", "Manual"],
  ["ignore", "Ignore"],
]);

function policySpec(name: (typeof policies)[number]): JsonObject {
  const mode = modes.get(name) ?? "Auto";
  const windows = name === "windows" ? [{ from: "22:00", to: "23:00", days: ["Mon", "Sat"] }] : [];
  return { releaseChannel: name === "lts" ? "LTS" : "Stable", update: { mode, windows } };
}

function moduleObject(module: number): JsonObject {
  const conditions = [{ type: "EnabledByModuleManager", status: module % 17 === 0 ? "False" : "True" }];
  return {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "Module",
    metadata: { name: `module-${module}` },
    status: { phase: "Ready", conditions },
  };
}

/** Ten superseded releases, a deployed one in nine of ten modules, and those above it. */
function releasesOf(module: number): readonly JsonObject[] {
  return Array.from({ length: releasesPerModule }, (_, at) => {
    const version = `1.${Math.floor(at / 2) + 60}.${at % 2}`;
    const present = at === 10 && module % 10 !== 0 ? "Deployed" : "Pending";
    const phase = at < 10 ? "Superseded" : present;
    const policy = policies[module % policies.length] ?? "auto";
    return {
      apiVersion: "deckhouse.io/v1alpha1",
      kind: "ModuleRelease",
      metadata: {
        name: `module-${module}-v${version}`,
        labels: { source: "bench", "modules.deckhouse.io/update-policy": policy },
      },
      spec: { moduleName: `module-${module}`, version, weight: 900, ...needs(module, at) },
      status: { phase },
    };
  });
}

/**
 * Modules require up to three of the previous ones in their group of twenty; each fourth may jump to its
 * newest minor.
 */
function needs(module: number, at: number): JsonObject {
  const others = [1, 3, 7].filter((step) => step <= module % 20).map((step) => module - step);
  // Some versions require another version of their dependency.
  const constraint = `>= 1.${60 - Math.floor(at / 10)}.0`;
  const required = Object.fromEntries(
    others.map((other) => [`module-${other}`, other % 3 === 0 ? `${constraint} !optional` : constraint]),
  );
  const requirements = { deckhouse: ">= 1.60", kubernetes: ">= 1.28", modules: required };
  const isEnd = module % 4 === 0 && at === releasesPerModule - 1;
  const update = isEnd ? { update: { versions: [{ from: "1.60", to: "1.79" }] } } : {};
  return { requirements, ...update };
}

/**
 * Compares the order of `converge --compat=kapp` with that of kapp. A set is deployed by kapp on the control
 * plane of the tests, and deleted. The plan of converge for a random set must have the same waves. The audit
 * log of `converge apply` and `converge delete` must show, as the output of kapp does, that what the rules of
 * the set name comes first. What kapp refuses must be refused.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import type { JsonObject, JsonValue } from "../../../lib/object/json.ts";
import { runConverge } from "../../apply/run-converge.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import { peerPath } from "../../peers/build-peers.ts";
import { rollDice } from "../dice.ts";
import {
  isSelected,
  type OrderCase,
  type OrderSelection,
  type OrderVerdict,
  worstOf,
} from "../order/order-verdict.ts";
import { patientSeconds, wasTooSlow } from "../order/patience.ts";
import { isWide, publishedSets, setApart } from "../order/published-sets.ts";
import {
  brokenPairs,
  type ChangeOperation,
  type ChangePair,
  defaultPairs,
  writtenPairs,
} from "./change-order.ts";
import { randomSet, withDeletionRules, withDrawnRules } from "./kapp-sets.ts";
import { wavePlaces, placesInAudit, type Waves, wavesOfKapp, wavesOfPlan } from "./waves.ts";

interface KappContext {
  readonly cluster: TestCluster;
  /** The folder for manifests. */
  readonly folder: string;
}

/** A set, as it is applied to a namespace. */
interface KappSet {
  readonly name: string;
  readonly objectsFor: (namespace: string) => readonly JsonObject[];
  /** Its plan must have the same waves. */
  readonly isPlain: boolean;
}

/** Sets made of manifests, then random ones, compared in namespaces of their own. */
export function kappCases(selection: OrderSelection, context: KappContext): readonly OrderCase[] {
  const { cases, seed, manifests, layouts } = selection;
  const published = manifests === undefined ? [] : publishedSets(manifests);
  const sets: readonly KappSet[] = [
    ...published.flatMap(({ name, objects }) =>
      Array.from({ length: layouts }, (_, layout) => ({
        name: `${name} ${layout}`,
        objectsFor: (namespace: string) =>
          withDrawnRules(setApart(objects, namespace), rollDice("kapp", seed, name, layout)),
        isPlain: false,
      })),
    ),
    ...Array.from({ length: cases }, (_, index) => ({
      name: String(index),
      objectsFor: () =>
        withDeletionRules(randomSet(rollDice("order", seed, index)), rollDice("deletion", seed, index)),
      isPlain: true,
    })),
  ];
  return sets
    .filter(({ name }) => isSelected(name, selection))
    .map((set) => ({ name: set.name, judge: () => judge(set, context) }));
}

/** A set on one side, with the file of its manifests. */
interface Side {
  readonly namespace: string;
  readonly file: string;
  readonly objects: readonly JsonObject[];
}

async function judge(set: KappSet, { cluster, folder }: KappContext): Promise<OrderVerdict> {
  await using stack = new AsyncDisposableStack();
  const t = { teardown: (end: () => unknown): void => stack.defer(async () => void (await end())) };
  const open = async (): Promise<Side> => {
    const namespace = await cluster.createNamespace(t);
    const file = join(folder, `${namespace}.json`);
    const objects = set.objectsFor(namespace);
    writeFileSync(file, objects.map((object) => `---\n${JSON.stringify(object)}\n`).join(""));
    return { namespace, file, objects };
  };
  const sides = { theirs: await open(), ours: await open() };
  const verdicts = [await compareApply(set, sides, cluster)];
  if (verdicts.every(({ agreement }) => agreement === "same order")) {
    verdicts.push(await compareDeletion(sides, cluster));
  }
  return worstOf(verdicts);
}

interface Sides {
  readonly theirs: Side;
  readonly ours: Side;
}

async function compareApply(
  { isPlain }: KappSet,
  { theirs, ours }: Sides,
  cluster: TestCluster,
): Promise<OrderVerdict> {
  const deployed = await runKapp(["deploy", "-f", theirs.file], theirs.namespace, cluster);
  const words = [ours.file, "-n", ours.namespace, "--release=judged", "--compat=kapp", "-o", "json"];
  const planned = await runConverge(["plan", ...words], cluster);
  if (deployed.waves === undefined && wasTooSlow(deployed.output)) {
    return outOfTime(deployed.output);
  }
  if (deployed.waves === undefined || planned.code !== 0) {
    return refused(deployed, planned);
  }
  const plan: JsonValue = JSON.parse(planned.stdout);
  const [expected, found] = [[deployed.waves, theirs] as const, [wavesOfPlan(plan), ours] as const].map(
    ([waves, { namespace }]) => JSON.stringify(waves).replaceAll(namespace, "NS"),
  );
  const mark = await cluster.auditMark();
  const applied = await runConverge(["apply", ...words, `--timeout=${patientSeconds()}s`], cluster);
  const events = await cluster.auditSince(mark);
  const keys = keysOf(deployed.waves, { theirs, ours });
  if (wasTooSlow(applied.stdout)) {
    return outOfTime(applied.stdout);
  }
  return verdictOf(
    [
      ...(isPlain && expected !== found ? [`kapp ${expected}, converge ${found}`] : []),
      ...(applied.code === 0 ? [] : [`converge failed: ${applied.stdout}${applied.stderr}`]),
      ...comparePairs(
        "upsert",
        { theirs, ours, waves: deployed.waves },
        placesInAudit(events, { verb: "patch", keys }),
      ),
    ],
    keys.length,
  );
}

/** Compares the deletion of a set; nothing, if kapp refuses it because of a cycle. */
async function compareDeletion({ theirs, ours }: Sides, cluster: TestCluster): Promise<OrderVerdict> {
  const { waves, output } = await runKapp(["delete"], theirs.namespace, cluster);
  const mark = await cluster.auditMark();
  const words = ["--release=judged", "-n", ours.namespace, `--timeout=${patientSeconds()}s`];
  const deleted = await runConverge(["delete", ...words], cluster);
  if (wasTooSlow(deleted.stdout + (waves === undefined ? output : ""))) {
    return outOfTime(deleted.stdout + output);
  }
  if (waves === undefined) {
    return verdictOf([], 0);
  }
  const keys = keysOf(waves, { theirs, ours });
  const places = placesInAudit(await cluster.auditSince(mark), { verb: "delete", keys });
  return verdictOf(
    [
      ...(deleted.code === 0 ? [] : [`converge failed: ${deleted.stdout}${deleted.stderr}`]),
      ...comparePairs("delete", { theirs, ours, waves }, places),
    ],
    keys.length,
  );
}

/** The objects that kapp has changed, by their keys on the side of converge. */
function keysOf(waves: Waves, { theirs, ours }: Sides): readonly string[] {
  return waves.flat().map((key) => key.replaceAll(theirs.namespace, ours.namespace));
}

/** Lists what kapp or converge has changed against the rules of the set, or not at all. */
function comparePairs(
  operation: ChangeOperation,
  { theirs, ours, waves }: Sides & { readonly waves: Waves },
  places: ReadonlyMap<string, number>,
): readonly string[] {
  const describe =
    (tool: string) =>
    ([first, second]: ChangePair): string =>
      `${tool} did not ${operation} ${first} before ${second}`;
  return [
    ...brokenPairs(pairsOf(theirs, operation), wavePlaces(waves)).map(describe("kapp")),
    ...brokenPairs(pairsOf(ours, operation), places).map(describe("converge")),
  ];
}

function pairsOf({ objects, namespace: home }: Side, operation: ChangeOperation): readonly ChangePair[] {
  const homes = { home, isWide };
  return [...writtenPairs(objects, operation, homes), ...defaultPairs(objects, operation, homes)];
}

function verdictOf(lines: readonly string[], compared: number): OrderVerdict {
  return { agreement: lines.length === 0 ? "same order" : "different", lines, compared };
}

function outOfTime(output: string): OrderVerdict {
  return { agreement: "not comparable", lines: [`out of time: ${output}`], compared: 0 };
}

/** A run of kapp. */
interface KappRun {
  /** Undefined if kapp has failed. */
  readonly waves: Waves | undefined;
  readonly output: string;
}

function refused(
  { waves, output }: KappRun,
  { code, stderr }: { readonly code: number; readonly stderr: string },
): OrderVerdict {
  const isRefused = code !== 0;
  return isRefused && waves === undefined
    ? { agreement: "refused by both", lines: [output, stderr], compared: 0 }
    : {
        agreement: "different",
        lines: [`${isRefused ? "converge" : "kapp"} alone refuses it: ${isRefused ? stderr : output}`],
        compared: 0,
      };
}

async function runKapp(
  words: readonly string[],
  namespace: string,
  { kubeconfig }: TestCluster,
): Promise<KappRun> {
  const around = ["-a", "judged", "-n", namespace, "-y", "--kubeconfig", kubeconfig];
  const time = `${patientSeconds()}s`;
  const limits = ["--wait-timeout", time, "--wait-resource-timeout", time, "--wait-check-interval=500ms"];
  try {
    const { stdout } = await promisify(execFile)(peerPath("kapp"), [...words, ...around, ...limits], {
      maxBuffer: 64 * 1024 * 1024,
    });
    return { waves: wavesOfKapp(stdout), output: stdout };
  } catch (error) {
    return { waves: undefined, output: String(error) };
  }
}

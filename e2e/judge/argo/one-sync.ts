/** One sync of a set on both sides: by the engine of Argo CD and by converge. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Recorded } from "../../../fixtures/recording-shell.ts";
import type { JsonObject } from "../../../lib/object/json.ts";
import { runConverge } from "../../apply/run-converge.ts";
import type { TestCluster } from "../../control-plane/test-cluster.ts";
import type { OrderVerdict } from "../order/order-verdict.ts";
import { patientSeconds, wasTooSlow } from "../order/patience.ts";
import {
  allHooks,
  type ArgoCase,
  droppedObjects,
  endingHooks,
  lastingHooks,
  looselyPruned,
  policyKeptObjects,
  unchangedObjects,
  unplacedObjects,
} from "./argo-case.ts";
import type { ArgoEngine, SyncAnswer } from "./argo-engine.ts";
import { type Write, writesBy } from "./audited-writes.ts";
import { nameIn } from "./batches.ts";
import { compareDeletions } from "./compare-deletions.ts";
import { compareBegun, type Comparison, compareWrites, type WritesOfBoth } from "./compare-writes.ts";
import { withoutRepeated } from "./write-parts.ts";

/** The syncs of a set: of its manifests, of those that replace them, and of none. */
export type SyncName = "first" | "second" | "deletion";

/** A namespace with what one of the tools applies to it. */
export interface Side {
  readonly namespace: string;
  readonly sets: ArgoCase;
  readonly folder: string;
  /** The start of the user agent of the tool. */
  readonly agent: string;
}

/** The context of a sync. */
export interface Around {
  readonly cluster: TestCluster;
  readonly engine: ArgoEngine;
  /** The ids of what has been applied before, by path. */
  readonly written: Map<string, string>;
}

/** Syncs on both sides, and compares. */
export async function compareSync(
  which: SyncName,
  [theirs, ours]: readonly [Side, Side],
  { cluster, engine, written }: Around,
): Promise<OrderVerdict> {
  const mark = await cluster.auditMark();
  const { namespace } = theirs;
  const seconds = patientSeconds();
  const request = { app: namespace, namespace, revision: "0123456789abcdef", seconds };
  const [answer, applied] = await Promise.all([
    engine.sync({ ...request, folder: write(theirs, which) }),
    runConverge(wordsOf(which, ours, seconds), cluster),
  ]);
  const events = await cluster.auditSince(mark);
  const [before, after] = [writesBy(events, theirs), writesBy(events, ours)].map(withoutRepeated);
  const facts = { which, sets: ours, known: [...written.values()] };
  remember([...(before ?? []), ...(after ?? [])], written);
  const writes = writesOf({ engine: before ?? [], converge: after ?? [], answer, applied }, facts);
  const verdict = verdictOf(which, [answer, applied], writes);
  return {
    ...verdict,
    lines: verdict.lines.map((line) => (isDeclared(verdict) ? line : `${which} sync: ${line}`)),
  };
}

function isDeclared({ agreement }: OrderVerdict): boolean {
  return agreement === "declared difference";
}

function writesOf(
  made: Pick<WritesOfBoth, "engine" | "converge"> & {
    readonly answer: SyncAnswer;
    readonly applied: Recorded;
  },
  {
    which,
    sets: side,
    known,
  }: { readonly which: SyncName; readonly sets: Side; readonly known: readonly string[] },
): WritesOfBoth {
  const { engine, converge, answer, applied } = made;
  const { first, second = [] } = side.sets;
  const objects = [...first, ...second];
  const idsOf = (names: ReadonlySet<string>, writes = engine): ReadonlySet<string> =>
    new Set(writes.map(({ id }) => id).filter((id) => names.has(fullName(id, side))));
  const sameNames = which === "second" ? unchangedObjects(side.sets) : new Set<string>();
  return {
    engine,
    converge,
    stepEnds: answer.stepEnds,
    hasFailed: answer.phase !== "Succeeded" && applied.code !== 0,
    lasting: lastingHooks(objects),
    ending: endingHooks(objects),
    hooks: allHooks(objects),
    loose: idsOf(looselyPruned(objects)),
    unplaced: idsOf(unplacedObjects(objects)),
    policyKept: idsOf(policyKeptObjects(objects)),
    unpruned: idsOf(droppedObjects(side.sets), converge),
    unchanged: new Set(known.filter((id) => sameNames.has(fullName(id, side)))),
  };
}

function verdictOf(
  which: SyncName,
  [answer, applied]: readonly [SyncAnswer, Recorded],
  writes: WritesOfBoth,
): OrderVerdict {
  const compared = writes.engine.length;
  if (answer.phase === "Running" || wasTooSlow(applied.stdout + answer.message)) {
    const begun = which === "deletion" ? [] : compareBegun(writes);
    const reason = `out of time: ${answer.phase} ${answer.message}, ${applied.stdout}`;
    return begun.length === 0
      ? { agreement: "not comparable", lines: [reason], compared }
      : { agreement: "different", lines: begun, compared };
  }
  const hasNone = writes.engine.length + writes.converge.length === 0;
  if (hasNone && writes.hasFailed) {
    return {
      agreement: "refused by both",
      lines: [answer.message, applied.stdout + applied.stderr],
      compared,
    };
  }
  const compare = which === "deletion" ? compareDeleted : compareApplied;
  return agreementOn(compare([answer, applied], writes), compared);
}

function compareApplied(
  [answer, applied]: readonly [SyncAnswer, Recorded],
  writes: WritesOfBoth,
): Comparison {
  const { differences, declared } = compareWrites(writes);
  return { differences: [...compareEnds(answer, applied), ...differences], declared };
}

function compareDeleted(
  [answer, applied]: readonly [SyncAnswer, Recorded],
  writes: WritesOfBoth,
): Comparison {
  const hasGivenUp = applied.code === 0 && hasLostObjects(answer);
  const { differences, declared } = compareDeletions({ ...writes, hasGivenUp });
  return { differences: [...(hasGivenUp ? [] : compareEnds(answer, applied)), ...differences], declared };
}

/** Whether the engine failed at objects that were gone already. */
function hasLostObjects({ phase, message }: SyncAnswer): boolean {
  return phase === "Failed" && /failed to discover server resources|" not found/.test(message);
}

function agreementOn({ differences, declared }: Comparison, compared: number): OrderVerdict {
  if (differences.length > 0) {
    return { agreement: "different", lines: differences, compared };
  }
  return { agreement: declared.length > 0 ? "declared difference" : "same order", lines: declared, compared };
}

/** The command by which converge does what a sync does. */
function wordsOf(which: SyncName, side: Side, seconds: number): readonly string[] {
  const around = ["--release=judged", "-n", side.namespace, `--timeout=${seconds}s`];
  return which === "deletion"
    ? ["delete", ...around]
    : ["apply", write(side, which), ...around, "--compat=argocd", "--max-prune=1000", "--allow-prune=pvcs"];
}

/** The name of an object with the namespace that makes it unique. */
function fullName(id: string, { namespace }: Side): string {
  return nameIn(id).replaceAll("NS", namespace);
}

function remember(writes: readonly Write[], written: Map<string, string>): void {
  for (const { id, path, verb } of writes) {
    if (verb === "apply") {
      written.set(path, id);
    }
  }
}

/** Writes the manifests of a sync into a folder; none for a deletion. */
function write({ folder, sets }: Side, which: SyncName): string {
  const path = join(folder, which);
  mkdirSync(path, { recursive: true });
  if (which !== "deletion") {
    writeFileSync(join(path, "set.yaml"), textOf(sets[which] ?? []));
  }
  return path;
}

function textOf(objects: readonly JsonObject[]): string {
  return objects.map((object) => `---\n${JSON.stringify(object)}\n`).join("");
}

function compareEnds({ phase, message }: SyncAnswer, { code, stdout, stderr }: Recorded): readonly string[] {
  const isSynced = phase === "Succeeded";
  return isSynced === (code === 0)
    ? []
    : [`Argo CD ends with ${phase} (${message}), converge with ${code}: ${stderr}${stdout}`];
}

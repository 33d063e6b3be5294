/** The latency from a push to the write. */
import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import { stringField } from "../../lib/object/json.ts";
import { type SidecarProcess, usageOf } from "../../e2e/soak/sidecar-process.ts";
import { spreadOf } from "../measure.ts";
import { timesOf } from "./request-count.ts";
import { allReady, type SyncPlace } from "./sync-place.ts";
import type { SyncFigure } from "./sync-result.ts";
import { fileOf, fileText, unitCount, workObject } from "./sync-workload.ts";

/** The latency of one push, in seconds. */
interface Pushed {
  /** From the commit to the first write of the object that it changes. */
  readonly written: number;
  /** From the commit until the unit detected it: for a push event, the time of the lookup and the fetch. */
  readonly seen: number;
}

/** Measures the latency of pushes, by the way in which the sidecar detects them. */
export async function measurePushes(
  place: SyncPlace,
  sidecar: SidecarProcess,
): Promise<readonly SyncFigure[]> {
  const { scale, say } = place;
  const found: SyncFigure[] = [];
  let looking = 0;
  for (const way of ["webhook", "poll"] as const) {
    const pushes: Pushed[] = [];
    const before = usageOf(sidecar);
    for (let push = 0; push < scale.pushes; push += 1) {
      say(`sync: push ${push + 1} of ${scale.pushes} by ${way}`);
      pushes.push(await pushOnce(place, sidecar, { way, push }));
    }
    const cpu = (usageOf(sidecar).cpu - before.cpu) / scale.pushes;
    looking = way === "webhook" ? Math.max(...pushes.map(({ seen }) => seen)) : looking;
    // The time of the poll is random: the remainder after the interval is what counts.
    const over = pushes.map(({ written, seen }) => written - seen + looking);
    found.push(
      most(
        `to first write, by ${way}`,
        pushes.map(({ written }) => written),
      ),
      ...(way === "poll" ? [most("to first write, over the interval", over)] : []),
      { part, name: `CPU of a push, by ${way}`, value: cpu, unit: "s", note: "of all units" },
    );
  }
  return found;
}

const part = "push";

function most(name: string, seconds: readonly number[]): SyncFigure {
  const { median, min, max } = spreadOf(seconds);
  return { part, name, value: max, unit: "s", note: `median ${median.toFixed(2)}, least ${min.toFixed(2)}` };
}

interface Push {
  readonly way: "webhook" | "poll";
  readonly push: number;
}

async function pushOnce(place: SyncPlace, sidecar: SidecarProcess, { way, push }: Push): Promise<Pushed> {
  const { scale, repository, plane, namespace, asked } = place;
  const index = objectOf(way, push);
  const { name, unit } = workObject(index);
  const version = way === "poll" ? push + 1 : push + 101;
  const mark = await plane.auditMark();
  const from = sidecar.log.length;
  const text = fileText(fileOf(index), scale.objects, new Map([[index, version]]));
  const commit = await repository.commit({ [fileOf(index)]: text });
  const pushed = Date.now();
  if (way === "webhook") {
    await sendPush(place, sidecar, commit);
  }
  await allReady(sidecar, commit, from);
  const { writes } = await asked(mark);
  const first = writes.find(({ objectRef }) => objectRef?.name === name && objectRef.namespace === namespace);
  if (first === undefined) {
    throw new Error(`${name} was never written`);
  }
  // At any moment between two polls.
  await pause(way === "poll" ? 1000 * (1 + 3 * push) : 1000);
  const seen = await sidecar.received((line) => line["type"] === "revision" && line["unit"] === unit, from);
  return {
    written: (timesOf(first).received - pushed) / 1000,
    seen: (Date.parse(stringField(seen, "timestamp") ?? "") - pushed) / 1000,
  };
}

/** A ConfigMap, each time of another unit, and in another file for each way. */
function objectOf(way: Push["way"], push: number): number {
  return unitCount * (way === "poll" ? 30 : 5) + ((push * 7) % unitCount);
}

async function sendPush(
  { secret, repository }: SyncPlace,
  sidecar: SidecarProcess,
  commit: string,
): Promise<void> {
  const body = JSON.stringify({
    ref: "refs/heads/main",
    after: commit,
    repository: { clone_url: repository.url },
  });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const headers = { "X-GitHub-Event": "push", "X-Hub-Signature-256": `sha256=${signature}` };
  const response = await fetch(`${await webhookOf(sidecar)}/webhook`, { method: "POST", headers, body });
  const answer = await response.text();
  if (answer !== "ok\n") {
    throw new Error(`the push event was answered with ${response.status}: ${answer}`);
  }
}

async function webhookOf(sidecar: SidecarProcess): Promise<string> {
  const said = await sidecar.received(
    (line) =>
      line["type"] === "notice" && stringField(line, "message")?.startsWith("push events at ") === true,
  );
  return (stringField(said, "message") ?? "").replace("push events at ", "");
}

/** The work of a sidecar while nothing changes. */
import { setTimeout as pause } from "node:timers/promises";

import type { Answer } from "../../e2e/control-plane/api.ts";
import { type SidecarProcess, usageOf } from "../../e2e/soak/sidecar-process.ts";
import { requestWords } from "./request-count.ts";
import { allRan, type SyncPlace } from "./sync-place.ts";
import type { SyncFigure } from "./sync-result.ts";
import { workObject, workUnits } from "./sync-workload.ts";

const part = "steady state";
/** Concurrent requests of others. */
const atOnce = 8;
const hour = 3600;

/** Measures a sidecar at rest for a while. */
export async function measureRest(
  { plane, scale, asked, say }: SyncPlace,
  sidecar: SidecarProcess,
): Promise<readonly SyncFigure[]> {
  say(`sync: ${scale.window} s of rest`);
  const mark = await plane.auditMark();
  const before = usageOf(sidecar);
  await pause(scale.window * 1000);
  const after = usageOf(sidecar);
  const { renewals, writes, lists, watches, others } = await asked(mark);
  const share = (from: number, to: number): number => ((to - from) / scale.window) * 100;
  return [
    figure("renewals of its Lease", renewals),
    figure("other writes", writes.length, "", requestWords(writes)),
    figure("lists", lists.length, "", requestWords(lists)),
    figure("watches begun", watches.length, "", requestWords(watches)),
    figure("other requests", others.length, "", requestWords(others)),
    figure("CPU", share(before.cpu, after.cpu), "%"),
    figure("CPU of its children", share(before.childCpu, after.childCpu), "%", "git"),
    figure("memory", after.mebibytes, "MiB", `${Math.round(after.peakMebibytes)} at the peak`),
  ];
}

/** Makes others change statuses and labels of their own, as many as in an hour, and measures the cost. */
export async function measureEvents(
  place: SyncPlace,
  sidecar: SidecarProcess,
): Promise<readonly SyncFigure[]> {
  const { plane, scale, asked, say } = place;
  say(`sync: ${scale.events} changes that are none of its business`);
  const mark = await plane.auditMark();
  const before = usageOf(sidecar);
  const began = performance.now();
  const numbers = Array.from({ length: scale.events }, (_, index) => index).values();
  const change = async (): Promise<void> => {
    for (const number of numbers) {
      const answer = await changeOne(place, number);
      if (answer.status !== 200) {
        throw new Error(answer.text);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, change));
  const seconds = (performance.now() - began) / 1000;
  // The reaction to the last of them is over by then.
  await pause(3000);
  const after = usageOf(sidecar);
  const { writes } = await asked(mark);
  const cpu = after.cpu - before.cpu;
  return [
    figure("changes by others", scale.events, "", `in ${seconds.toFixed(0)} s`),
    figure("writes after them", writes.length, "", requestWords(writes)),
    figure("CPU for them, over an hour", (cpu / hour) * 100, "%", `${cpu.toFixed(1)} s`),
    figure("memory after them", after.mebibytes, "MiB", `${Math.round(after.peakMebibytes)} at the peak`),
  ];
}

/** Changes a label of another owner, and a condition that no controller uses. */
async function changeOne({ plane, namespace, scale }: SyncPlace, number: number): Promise<Answer> {
  const { name, kind } = workObject(number % scale.objects);
  if (kind === "ConfigMap") {
    const path = `/api/v1/namespaces/${namespace}/configmaps/${name}?fieldManager=somebody`;
    return plane.api("PATCH", path, { metadata: { labels: { "example.com/seen": `${number}` } } });
  }
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}/status?fieldManager=somebody`;
  const at = "2026-01-01T00:00:00Z";
  const condition = { type: "Seen", status: "True", reason: `N${number}`, lastTransitionTime: at };
  return plane.api("APPLY", path, {
    apiVersion: "apps/v1",
    kind,
    metadata: { name },
    status: { conditions: [condition] },
  });
}

/** Compares all objects, as is done every hour. */
export async function measureRecheck(
  place: SyncPlace,
  sidecar: SidecarProcess,
): Promise<readonly SyncFigure[]> {
  const { plane, namespace, asked, say } = place;
  say("sync: everything compared anew");
  const mark = await plane.auditMark();
  const from = sidecar.log.length;
  const before = usageOf(sidecar);
  const began = performance.now();
  const body = { metadata: { annotations: { "converge.dev/reconcile": `${began}` } } };
  for (const unit of workUnits) {
    const path = `/apis/converge.dev/v1/namespaces/${namespace}/units/${unit}?fieldManager=somebody`;
    const { status, text } = await plane.api("PATCH", path, body);
    if (status !== 200) {
      throw new Error(text);
    }
  }
  await allRan(sidecar, "request", from);
  const seconds = (performance.now() - began) / 1000;
  const after = usageOf(sidecar);
  const { writes, lists, watches, others } = await asked(mark);
  return [
    figure("re-check of all", seconds, "s", `${(after.cpu - before.cpu).toFixed(1)} s of CPU`),
    figure("lists of a re-check", lists.length, "", requestWords(lists)),
    figure("watches begun by a re-check", watches.length, "", requestWords(watches)),
    figure("writes of a re-check", writes.length, "", requestWords(writes)),
    figure("other requests of a re-check", others.length, "", requestWords(others)),
    figure(
      "memory after a re-check",
      after.mebibytes,
      "MiB",
      `${Math.round(after.peakMebibytes)} at the peak`,
    ),
  ];
}

function figure(name: string, value: number, unit = "", note = ""): SyncFigure {
  return { part, name, value, unit, note };
}

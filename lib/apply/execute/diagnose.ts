/** Diagnoses why an object is stuck: its pods, its events, the last lines of failing containers. */
import type { Call } from "../../client/model/cluster.ts";
import { blockersOf } from "../../readiness/condition/deletion-blockers.ts";
import { type JsonObject, entries, field, listField, objectField, stringField } from "../../object/json.ts";
import { creationTimestampOf, isTerminating, nameOf, namespaceOf, uidOf } from "../../object/metadata.ts";
import { parseTimestamp } from "../../object/timestamp.ts";
import { plainLine } from "../../readiness/condition/readiness-result.ts";
import { plainLogLine } from "../logs/log-line.ts";
import type { LogFollower } from "../logs/log-follower.ts";
import type { Diagnosis } from "../model/event.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { hasPods, type OwnedPods } from "../observe/owned-pods.ts";
import type { Task } from "../model/task.ts";

const mostPods = 3;
const mostEvents = 5;
const logLines = 15;
/** The time limit in milliseconds: an object that is stuck must not keep the run much longer. */
const patience = 5000;

/**
 * Investigates why an object is stuck; undefined if nothing was found. Never throws: what may not be read is
 * left out.
 */
export async function diagnose(
  task: Task,
  { deps, pods, logs }: { readonly deps: EffectDeps; readonly pods: OwnedPods; readonly logs: LogFollower },
): Promise<Diagnosis | undefined> {
  const limit = new AbortController();
  const stop = deps.context.clock.after(patience, () => {
    limit.abort(new Error("the diagnosis took too long"));
  });
  try {
    return await look(task, { deps, pods, logs, call: { signal: limit.signal } });
  } catch {
    return undefined;
  } finally {
    stop();
  }
}

interface Looking {
  readonly deps: EffectDeps;
  readonly pods: OwnedPods;
  readonly logs: LogFollower;
  readonly call: Call;
}

async function look({ target }: Task, looking: Looking): Promise<Diagnosis | undefined> {
  const { deps, pods, call } = looking;
  const resource = deps.kinds.find(target);
  if (resource === undefined) {
    return undefined;
  }
  const object = await deps.context.cluster.get(
    { resource, namespace: target.namespace, name: target.name },
    call,
  );
  const own = target.kind === "Pod" && target.group === "" ? [object] : pods.of(object);
  // Pods whose containers say what is wrong come first; a failing probe shows only in events and logs.
  const specific = own.filter((pod) => troublesOf(pod).length > 0);
  const unready = own.filter((pod) => !specific.includes(pod) && isUnready(pod));
  const stuck = [...specific, ...unready].slice(0, mostPods);
  const [events, logs] = await Promise.all([
    eventsOf([object, ...stuck], target.namespace, looking),
    Promise.all(stuck.slice(0, 1).map((pod) => logsOf(target.key, pod, looking))),
  ]);
  const trouble: Diagnosis = {
    pods: stuck.flatMap((pod) => troublesOf(pod)),
    events,
    logs: logs.flat(),
    blockers: !isTerminating(object) ? [] : blockersOf(object),
  };
  const isEmpty =
    trouble.pods.length + trouble.events.length + trouble.logs.length + trouble.blockers.length === 0;
  return isEmpty && !hasPods(target) ? undefined : trouble;
}

function isUnready(pod: JsonObject): boolean {
  const status = objectField(pod, "status");
  const isReady = listField(status, "conditions").some(
    (condition) => field(condition, "type") === "Ready" && field(condition, "status") === "True",
  );
  return !isReady && stringField(status, "phase") !== "Succeeded";
}

function troublesOf(pod: JsonObject): readonly string[] {
  const name = nameOf(pod);
  return containerStates(pod).flatMap(({ container, state }) => {
    const waiting = objectField(state, "waiting");
    const terminated = objectField(state, "terminated");
    const reason = stringField(waiting, "reason") ?? stringField(terminated, "reason");
    if (
      reason === undefined ||
      reason === "Completed" ||
      reason === "ContainerCreating" ||
      reason === "PodInitializing"
    ) {
      return [];
    }
    const message = stringField(waiting, "message") ?? stringField(terminated, "message");
    return [
      `pod/${name}: container ${container}: ${reason}${message === undefined ? "" : `: ${plainLine(message)}`}`,
    ];
  });
}

function containerStates(
  pod: JsonObject,
): readonly { readonly container: string; readonly state: JsonObject }[] {
  const status = objectField(pod, "status");
  return ["initContainerStatuses", "containerStatuses"].flatMap((list) =>
    listField(status, list).map((each) => ({
      container: stringField(each, "name") ?? "",
      state: objectField(each, "state"),
    })),
  );
}

async function eventsOf(
  objects: readonly JsonObject[],
  namespace: string,
  { deps, call }: Looking,
): Promise<readonly string[]> {
  const resource = deps.kinds.find({ group: "", kind: "Event" });
  if (resource === undefined) {
    return [];
  }
  const lists = await Promise.all(
    objects.map((object) =>
      deps.context.cluster
        .list(
          {
            resource,
            fieldSelector: `involvedObject.uid=${uidOf(object)}`,
            namespace: namespace === "" ? "default" : namespace,
          },
          call,
        )
        .catch(() => []),
    ),
  );
  return lists
    .flat()
    .toSorted((left, right) => timeOf(left) - timeOf(right))
    .slice(-mostEvents)
    .map((event) => {
      const count = field(event, "count");
      const about = objectField(event, "involvedObject");
      const pod = stringField(about, "kind") === "Pod" ? `pod/${stringField(about, "name") ?? ""}: ` : "";
      const times = typeof count === "number" && count > 1 ? ` (${count} times)` : "";
      return `${stringField(event, "type") ?? ""} ${stringField(event, "reason") ?? ""}: ${pod}${plainLine(stringField(event, "message") ?? "")}${times}`;
    });
}

function timeOf(event: JsonObject): number {
  const text =
    stringField(event, "lastTimestamp") ??
    stringField(event, "eventTime") ??
    creationTimestampOf(event) ??
    "";
  return parseTimestamp(text) ?? 0;
}

async function logsOf(
  key: string,
  pod: JsonObject,
  { deps, logs, call }: Looking,
): Promise<readonly Diagnosis["logs"][number][]> {
  const status = objectField(pod, "status");
  const failing = entries(field(status, "containerStatuses")).find((each) => field(each, "ready") !== true);
  const container = stringField(failing, "name");
  if (container === undefined || !logs.mayShow(key, container)) {
    return [];
  }
  const restarts = field(failing, "restartCount");
  const text = await deps.context.cluster
    .logs(
      {
        namespace: namespaceOf(pod),
        name: nameOf(pod),
        container,
        lines: logLines,
        previous: typeof restarts === "number" && restarts > 0,
      },
      call,
    )
    .catch(() => "");
  const lines = text
    .split("\n")
    .filter((line) => line !== "")
    .slice(-logLines)
    .map((line) => plainLogLine(line));
  return lines.length === 0 ? [] : [{ pod: nameOf(pod), container, lines }];
}

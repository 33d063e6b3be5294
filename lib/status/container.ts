import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../object/json.ts";
import { integerAt } from "./integer-at.ts";
import { parseTimestamp } from "../object/timestamp.ts";

/** A container of a pod, as the kubelet tells of it. Empty text where nothing is told. */
export interface Container {
  readonly name: string;
  /** One that runs before the others. */
  readonly isInit: boolean;
  readonly state: "waiting" | "running" | "terminated" | "unknown";
  /** Why it waits or has ended. */
  readonly reason: string;
  readonly message: string;
  readonly exitCode: number;
  readonly restarts: number;
  readonly ready: boolean;
  /** Undefined where the kubelet does not say. */
  readonly started: boolean | undefined;
  /** When it last ended, in milliseconds since 1970. */
  readonly endedAt: number | undefined;
}

/** All containers of a pod that the kubelet tells of, those that run first before the others. */
export function containersOf(pod: JsonObject): readonly Container[] {
  const status = objectField(pod, "status");
  const read = (name: string, isInit: boolean): readonly Container[] =>
    listField(status, name)
      .filter((entry) => isObject(entry))
      .map((entry) => readContainer(entry, isInit));
  return [...read("initContainerStatuses", true), ...read("containerStatuses", false)];
}

/** The names of the containers, init containers left out, that wait for that reason. */
export function containersWaitingFor(pod: JsonObject, reason: string): readonly string[] {
  return containersOf(pod)
    .filter((container) => !container.isInit && container.state === "waiting" && container.reason === reason)
    .map((container) => container.name);
}

/** How a container ended: `ended with exit code 137 (OOMKilled)`. */
export function endText({ exitCode, reason }: Container): string {
  return `ended with exit code ${exitCode}${reason === "" ? "" : ` (${reason})`}`;
}

function readContainer(status: JsonValue, isInit: boolean): Container {
  const states = objectField(status, "state");
  const state =
    (["waiting", "running", "terminated"] as const).find((name) => Object.hasOwn(states, name)) ?? "unknown";
  const facts = objectField(states, state);
  const ended = objectField(objectField(status, "lastState"), "terminated");
  const started = field(status, "started");
  return {
    name: textOf(status, "name"),
    isInit,
    state,
    reason: textOf(facts, "reason"),
    message: textOf(facts, "message"),
    exitCode: integerAt(facts, ["exitCode"]) ?? 0,
    restarts: integerAt(status, ["restartCount"]) ?? 0,
    ready: field(status, "ready") === true,
    started: typeof started === "boolean" ? started : undefined,
    endedAt: parseTimestamp(stringField(facts, "finishedAt") ?? stringField(ended, "finishedAt")),
  };
}

function textOf(value: JsonValue, name: string): string {
  return stringField(value, name) ?? "";
}

import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../object/json.ts";
import { integerAt } from "./readiness-result.ts";
import { parseTimestamp } from "../../object/timestamp.ts";

/** The end of a container. */
export interface ContainerEnd {
  readonly exitCode: number;
  /** Such as `OOMKilled`; empty if not stated. */
  readonly reason: string;
  /** Its termination message: its own, or the last lines of its log. */
  readonly message: string;
}

/** A container of a pod, as the kubelet reports it. Fields not reported are empty texts. */
export interface Container {
  readonly name: string;
  /** Whether it runs before the others. */
  readonly isInit: boolean;
  readonly state: "waiting" | "running" | "terminated" | "unknown";
  /** The reason it waits or has terminated. */
  readonly reason: string;
  readonly message: string;
  readonly exitCode: number;
  /** Its last termination, if it is to be restarted; undefined if it has not terminated before. */
  readonly lastEnd: ContainerEnd | undefined;
  readonly restarts: number;
  readonly ready: boolean;
  /** Undefined if the kubelet does not report it. */
  readonly started: boolean | undefined;
  /** The time it last terminated, in milliseconds since 1970. */
  readonly endedAt: number | undefined;
}

/** A pod's containers as reported by the kubelet, init containers first. */
export function containersOf(pod: JsonObject): readonly Container[] {
  const status = objectField(pod, "status");
  const read = (name: string, isInit: boolean): readonly Container[] =>
    listField(status, name)
      .filter((entry) => isObject(entry))
      .map((entry) => readContainer(entry, isInit));
  return [...read("initContainerStatuses", true), ...read("containerStatuses", false)];
}

/** The names of the containers that wait for that reason, without init containers. */
export function containersWaitingFor(pod: JsonObject, reason: string): readonly string[] {
  return containersOf(pod)
    .filter((container) => !container.isInit && container.state === "waiting" && container.reason === reason)
    .map((container) => container.name);
}

/** A text for a container's end: `ended with exit code 137 (OOMKilled): out of heap`. */
export function endText({ exitCode, reason, message }: ContainerEnd): string {
  const why = reason === "" ? "" : ` (${reason})`;
  const said = lastLine(message);
  return `ended with exit code ${exitCode}${why}${said === "" ? "" : `: ${said}`}`;
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
    lastEnd: Object.keys(ended).length === 0 ? undefined : readEnd(ended),
    restarts: integerAt(status, ["restartCount"]) ?? 0,
    ready: field(status, "ready") === true,
    started: typeof started === "boolean" ? started : undefined,
    endedAt: parseTimestamp(stringField(facts, "finishedAt") ?? stringField(ended, "finishedAt")),
  };
}

function readEnd(ended: JsonObject): ContainerEnd {
  return {
    exitCode: integerAt(ended, ["exitCode"]) ?? 0,
    reason: textOf(ended, "reason"),
    message: textOf(ended, "message"),
  };
}

/** The most informative line of a termination message: the last one, where programs say why they exit. */
function lastLine(message: string): string {
  return message.trimEnd().split("\n").at(-1)?.trim() ?? "";
}

function textOf(value: JsonValue, name: string): string {
  return stringField(value, name) ?? "";
}

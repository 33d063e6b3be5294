import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../object/json.ts";
import { integerAt } from "./integer-at.ts";
import { parseTimestamp } from "../../object/timestamp.ts";

/** How a container ended. */
export interface ContainerEnd {
  readonly exitCode: number;
  /** Such as `OOMKilled`; empty where nothing is told. */
  readonly reason: string;
  /** What it left in its termination message: its last words, or those of its log. */
  readonly message: string;
}

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
  /** How it ended the last time, where it is to start again; undefined where it has not ended before. */
  readonly lastEnd: ContainerEnd | undefined;
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

/** How a container ended: `ended with exit code 137 (OOMKilled): out of heap`. */
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

/** The line of a termination message that tells most: programs say last why they end. */
function lastLine(message: string): string {
  return message.trimEnd().split("\n").at(-1)?.trim() ?? "";
}

function textOf(value: JsonValue, name: string): string {
  return stringField(value, name) ?? "";
}

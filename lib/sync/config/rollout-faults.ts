/** The faults of rings and maintenance windows. */
import { formatDuration } from "../../object/duration.ts";
import { didYouMean } from "../../object/diagnostic/suggestion.ts";
import { type JsonObject, type JsonValue, indexedList, type Path, stringField } from "../../object/json.ts";
import { truncateWord } from "../../object/message-text.ts";
import { formatSettingPath, type SettingFault } from "../../settings/settings-document.ts";
import { parseCron } from "../rollout/cron-schedule.ts";
import {
  longestWindow,
  type MaintenanceWindow,
  openingFrom,
  shortestWindow,
} from "../rollout/maintenance-window.ts";
import { isTimeZone } from "../rollout/zoned-time.ts";
import { windowOf } from "./make-rollout.ts";
import type { WrittenUnit } from "./raw-unit.ts";

/** Returns the faults of the rings of a file, of the units in them, and of all windows. */
export function rolloutFaults(file: JsonObject, units: readonly WrittenUnit[]): readonly SettingFault[] {
  const rings = indexedList(file, "rings");
  const names = rings.map(([, ring]) => stringField(ring, "name") ?? "");
  return [
    ...rings.flatMap(([index]) => doubledRing(names, index)),
    ...rings.flatMap(([index, ring]) => windowFaults(ring, ["rings", index, "windows"])),
    ...units.flatMap((unit) => [
      ...unknownRing(unit, names),
      ...windowFaults(unit.value, unit.placeOf(["windows"])),
    ]),
  ];
}

function doubledRing(names: readonly string[], index: number): readonly SettingFault[] {
  const name = names[index] ?? "";
  const first = names.indexOf(name);
  const related = [{ message: "the other one", path: ["rings", first, "name"] }];
  return first === index
    ? []
    : [
        {
          code: "SettingConflict",
          message: `two rings are named ${name}: rename one`,
          path: ["rings", index, "name"],
          part: "value",
          related,
        },
      ];
}

function unknownRing(unit: WrittenUnit, names: readonly string[]): readonly SettingFault[] {
  const name = stringField(unit.value, "ring");
  if (name === undefined || names.includes(name)) {
    return [];
  }
  const remedy = didYouMean(name, names) || ": add it to rings";
  return [invalid(unit.placeOf(["ring"]), `there is no ring ${JSON.stringify(truncateWord(name))}${remedy}`)];
}

function windowFaults(from: JsonValue, at: Path): readonly SettingFault[] {
  const windows = indexedList(from, "windows");
  const faults = windows.flatMap(([index, window]) => faultsOf(window, [...at, index]));
  if (faults.length > 0 || windows.length === 0) {
    return faults;
  }
  const opening = openingOf(windows.map(([, window]) => windowOf(window)));
  const never = "no revision is ever applied: the windows never allow it, or others deny it at these times";
  return opening === undefined ? [invalid(at, never)] : [];
}

/** Schedules repeat, so that it does not matter when one begins to look: 2026-01-05. */
const someMonday = 1_767_571_200_000;

const mostOpenings = 1000;
const openings = new Map<string, number | undefined>();

/** Looked for once: many units may have the same windows. */
function openingOf(windows: readonly MaintenanceWindow[]): number | undefined {
  const key = JSON.stringify(windows);
  if (!openings.has(key)) {
    if (openings.size > mostOpenings) {
      openings.clear();
    }
    openings.set(key, openingFrom(windows, someMonday));
  }
  return openings.get(key);
}

function faultsOf(window: JsonValue, at: Path): readonly SettingFault[] {
  const { schedule, duration, timeZone } = windowOf(window);
  const parsed = parseCron(schedule);
  const zone = JSON.stringify(truncateWord(timeZone));
  return [
    ...("fault" in parsed ? [invalid([...at, "schedule"], parsed.fault)] : []),
    ...(duration < shortestWindow || duration > longestWindow
      ? [invalid([...at, "duration"], durationWords)]
      : []),
    ...(isTimeZone(timeZone)
      ? []
      : [invalid([...at, "timeZone"], `there is no time zone ${zone}: write a name such as Europe/Lisbon`)]),
    ...("fault" in parsed || !isTimeZone(timeZone) ? [] : neverFault(window, at)),
  ];
}

const durationWords = `write a duration from ${formatDuration(shortestWindow)} to ${formatDuration(longestWindow)}`;

function neverFault(window: JsonValue, at: Path): readonly SettingFault[] {
  const allowing = { ...windowOf(window), kind: "allow", duration: shortestWindow } as const;
  return openingOf([allowing]) === undefined
    ? [invalid([...at, "schedule"], "there is no such date: the window never opens")]
    : [];
}

function invalid(path: Path, found: string): SettingFault {
  return { code: "SettingInvalid", message: `${formatSettingPath(path)}: ${found}`, path, part: "value" };
}

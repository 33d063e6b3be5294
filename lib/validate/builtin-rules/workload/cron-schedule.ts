/**
 * Schedules of CronJobs as the API server parses them.
 * Source: https://pkg.go.dev/github.com/robfig/cron/v3
 */
import { parseNanoseconds } from "../../../object/duration.ts";

interface Bounds {
  readonly least: number;
  readonly most: number;
  /** Names of the values, from `least`. */
  readonly names: readonly string[];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const fields: readonly Bounds[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: months },
  { least: 0, most: 6, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] },
];

const descriptors: ReadonlySet<string> = new Set([
  "@yearly",
  "@annually",
  "@monthly",
  "@weekly",
  "@daily",
  "@midnight",
  "@hourly",
]);

/** Returns the fault of a schedule, or undefined. */
export function scheduleFault(text: string): string | undefined {
  const schedule = text.replace(/^(?:CRON_)?TZ=\S+\s*/, "");
  if (schedule.startsWith("@")) {
    return isDescriptor(schedule) ? undefined : `unrecognized descriptor: ${schedule}`;
  }
  const parts = schedule.split(/\s+/).filter((part) => part !== "");
  if (parts.length !== fields.length) {
    return `expected exactly 5 fields, found ${parts.length}`;
  }
  const wrong = parts.find((part, index) => !part.split(",").every((range) => isRange(range, fields[index])));
  return wrong === undefined ? undefined : `failed to parse ${wrong}`;
}

function isDescriptor(text: string): boolean {
  return (
    descriptors.has(text) || (text.startsWith("@every ") && parseNanoseconds(text.slice(7)) !== undefined)
  );
}

/** Accepts `*`, `*` with a step, `1-5`, `1-5/2` and `mon`; empty ranges between commas are ignored. */
function isRange(text: string, bounds: Bounds | undefined): boolean {
  const [range = "", step, ...more] = text.split("/");
  const isStep = step === undefined || /^\+?0*[1-9]\d*$/.test(step);
  if (text === "" || bounds === undefined) {
    return true;
  }
  return more.length === 0 && isStep && isInterval(range.split("-"), step !== undefined, bounds);
}

function isInterval(ends: readonly string[], isOpen: boolean, bounds: Bounds): boolean {
  if (ends[0] === "*" || ends[0] === "?") {
    return true;
  }
  const [first = Number.NaN, last = isOpen ? bounds.most : first] = ends.map((end) => valueOf(end, bounds));
  return ends.length <= 2 && first >= bounds.least && last <= bounds.most && first <= last;
}

function valueOf(text: string, { least, names }: Bounds): number {
  const index = names.indexOf(text.toLowerCase());
  if (index !== -1) {
    return index + least;
  }
  return /^\+?\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Returns the fault of a time zone, or undefined. */
export function timeZoneFault(text: string): string | undefined {
  if (text === "") {
    return "timeZone must be nil or non-empty string";
  }
  if (text.split("/").some((part) => /^(?:\.\.?$|-)/.test(part) || !/^[A-Za-z.\-_0-9+]{1,14}$/.test(part))) {
    return `unknown time zone ${text}`;
  }
  if (text.toLowerCase() === "local") {
    return "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
  }
  return isKnownZone(text) ? undefined : `unknown time zone ${text}`;
}

/** Files of the database that are not zones of their own. */
const otherFiles = /^(?:posix|right)\/|^(?:Factory|posixrules|localtime)$/;

/** Looking a zone up takes a tenth of a millisecond. */
const knownZones = new Map<string, boolean>();

function isKnownZone(text: string): boolean {
  const isKnown = knownZones.get(text) ?? (otherFiles.test(text) || isZoneOfNode(text));
  knownZones.set(text, isKnown);
  return isKnown;
}

function isZoneOfNode(text: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).format(0) !== "";
  } catch {
    return false;
  }
}

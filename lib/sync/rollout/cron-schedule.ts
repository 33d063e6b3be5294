/** A schedule of five fields, with the meaning that they have in a CronJob of Kubernetes. */
export interface CronSchedule {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>;
  /** Whether a date matches by its day or its weekday: neither of the fields begins with `*`. */
  readonly isEitherDay: boolean;
}

interface CronField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names of values, from the least on. */
  readonly names?: readonly string[];
}

const fields: readonly CronField[] = [
  { name: "minute", least: 0, most: 59 },
  { name: "hour", least: 0, most: 23 },
  { name: "day of the month", least: 1, most: 31 },
  { name: "month", least: 1, most: 12, names: words("jan feb mar apr may jun jul aug sep oct nov dec") },
  { name: "day of the week", least: 0, most: 7, names: words("sun mon tue wed thu fri sat") },
];

function words(text: string): readonly string[] {
  return text.split(" ");
}

/**
 * Parses `0 22 * * 1-5`: minute, hour, day of the month, month and day of the week, each a list of values,
 * ranges and steps; months and weekdays may be named. Returns the fault if it is none. Source of the rules:
 * https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#schedule-syntax
 */
export function parseCron(text: string): CronSchedule | { readonly fault: string } {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length) {
    return { fault: "a schedule has five fields: minute, hour, day of the month, month, day of the week" };
  }
  const read = fields.map((field, index) => fieldValues(parts[index] ?? "", field));
  const fault = read.find((values) => typeof values === "string");
  if (fault !== undefined) {
    return { fault };
  }
  const [minutes = [], hours = [], days, months, weekdays = []] = read.map(sorted);
  const [, , day = "", , weekday = ""] = parts;
  return {
    minutes,
    hours,
    days: new Set(days),
    months: new Set(months),
    weekdays: new Set(weekdays.map((value) => value % 7)),
    isEitherDay: !isAny(day) && !isAny(weekday),
  };
}

function sorted(values: readonly number[] | string): readonly number[] {
  return typeof values === "string" ? [] : [...new Set(values)].toSorted((left, right) => left - right);
}

/** A step makes a restriction of `*`, as in CronJobs. */
function isAny(part: string): boolean {
  return part.split(",").some((item) => /^[*?](?:\/1)?$/.test(item));
}

/** Returns the values of a field, or what is wrong with it. */
function fieldValues(part: string, field: CronField): readonly number[] | string {
  const lists = part.split(",").map((item) => itemValues(item, field));
  const bad = lists.findIndex((list) => list === undefined);
  if (bad !== -1) {
    const { name, least, most } = field;
    const names = field.names === undefined ? "" : `, or names such as ${field.names[1]}`;
    const item = JSON.stringify(part.split(",")[bad]?.slice(0, 20));
    return `${item} is not a valid ${name}: write numbers from ${least} to ${most}${names}, ranges such as 1-5, or steps such as */2`;
  }
  return lists.flatMap((list) => list ?? []);
}

function itemValues(item: string, field: CronField): readonly number[] | undefined {
  const [, range = "", step] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(item) ?? [];
  const bounds = boundsOf(range, field, step !== undefined);
  const stride = step === undefined ? 1 : Number(step);
  if (bounds === undefined || stride === 0) {
    return undefined;
  }
  const [first, last] = bounds;
  return Array.from(
    { length: Math.floor((last - first) / stride) + 1 },
    (_, index) => first + index * stride,
  );
}

/** Returns the first and the last value of `*`, `5`, `1-5` or `mon-fri`; `5/10` reaches to the end. */
function boundsOf(range: string, field: CronField, hasStep: boolean): readonly [number, number] | undefined {
  // 7 is Sunday once more.
  const end = field.most === 7 ? 6 : field.most;
  if (range === "*" || range === "?") {
    return [field.least, end];
  }
  const [first, last, ...more] = range.split("-").map((text) => valueOf(text, field));
  if (first === undefined || more.length > 0) {
    return undefined;
  }
  if (!range.includes("-")) {
    return hasStep ? [first, Math.max(first, end)] : [first, first];
  }
  return last === undefined || last < first ? undefined : [first, last];
}

function valueOf(text: string, { least, most, names = [] }: CronField): number | undefined {
  const named = names.indexOf(text.toLowerCase());
  const value = named === -1 && /^\d{1,2}$/.test(text) ? Number(text) : named + least;
  return (named !== -1 || /^\d{1,2}$/.test(text)) && value >= least && value <= most ? value : undefined;
}

/** Reports whether a schedule has times on a date. `month` is 1 to 12. */
export function isOnDate(
  { days, months, weekdays, isEitherDay }: CronSchedule,
  { day, month, weekday }: { readonly day: number; readonly month: number; readonly weekday: number },
): boolean {
  const isDay = days.has(day);
  const isWeekday = weekdays.has(weekday);
  return months.has(month) && (isEitherDay ? isDay || isWeekday : isDay && isWeekday);
}

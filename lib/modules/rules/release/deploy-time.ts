import { formatTimestamp } from "../../../object/timestamp.ts";
import { approvedAnnotation, type ModuleRelease } from "../resource/module-release.ts";
import type { UpdatePolicy, UpdateWindow } from "../resource/update-policy.ts";

/** The reason a release whose turn has come is not deployed yet. */
interface DeployDelay {
  /** The message for its status. */
  readonly message: string;
  /** When the passage of time may change that, in milliseconds since 1970. */
  readonly again: number | undefined;
}

/** The inputs that decide when a release may be deployed. */
interface DeployTiming {
  readonly policy: UpdatePolicy;
  readonly isPatch: boolean;
  /** In milliseconds since 1970. */
  readonly now: number;
}

const shiftAnnotations = [
  "modules.deckhouse.io/notification-time-shift",
  "release.deckhouse.io/notification-time-shift",
] as const;

/**
 * Returns what delays a release: its time (`spec.applyAfter`), an update window, or an approval. Undefined if
 * it may be deployed now. Auto respects windows. AutoPatch respects them for patches, and requires an
 * approval for the rest. Manual requires an approval for all, and ignores windows.
 * `release.deckhouse.io/apply-now` bypasses all of this.
 */
export function deployDelay(release: ModuleRelease, timing: DeployTiming): DeployDelay | undefined {
  if (release.isApplyNow) {
    return undefined;
  }
  const reasons = reasonsOf(release, timing);
  if (reasons.isNone) {
    return undefined;
  }
  const { until, lacksApproval } = reasons;
  const again = until === timing.now ? undefined : until;
  const later =
    again === undefined ? "" : `${lacksApproval ? afterApproval : ""} until ${formatMoment(again)}`;
  return { message: `Release is ${reasons.texts.join(", ")}${later}`, again };
}

interface DelayReasons {
  readonly texts: readonly string[];
  readonly isNone: boolean;
  readonly lacksApproval: boolean;
  /** Undefined if no window ever opens. */
  readonly until: number | undefined;
}

function reasonsOf(release: ModuleRelease, timing: DeployTiming): DelayReasons {
  const { policy, now } = timing;
  const postponed = postponement(release, timing);
  const earliest = postponed?.until ?? now;
  const byItself = goesByItself(timing);
  const isOutside = byItself && !isInWindow(policy.windows, earliest);
  const lacksApproval = !byItself && !release.isApproved;
  const texts = [
    ...(postponed === undefined ? [] : [postponed.text]),
    ...(isOutside ? ["waiting for the update window"] : []),
    ...(lacksApproval ? [`waiting for the '${approvedAnnotation}: "true"' annotation`] : []),
  ];
  const until = isOutside ? nextOpening(policy.windows, earliest) : earliest;
  return { texts, isNone: texts.length === 0, lacksApproval, until };
}

function goesByItself({ policy, isPatch }: DeployTiming): boolean {
  return policy.mode === "Auto" || (policy.mode === "AutoPatch" && isPatch);
}

const afterApproval = ". After approval the release will be delayed";

/** In Manual mode, a release of a higher minor is deployed as soon as it is approved. */
function postponement(
  { applyAfter, annotations }: ModuleRelease,
  { policy, isPatch, now }: DeployTiming,
): { readonly text: string; readonly until: number } | undefined {
  const isHeeded = policy.mode !== "Manual" || isPatch;
  if (!isHeeded || applyAfter === undefined || applyAfter <= now) {
    return undefined;
  }
  const isShifted = shiftAnnotations.some((name) => annotations.get(name) === "true");
  return { text: isShifted ? "postponed by notification" : "postponed", until: applyAfter };
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `17 Oct 2019 15:33 UTC`. */
function formatMoment(at: number): string {
  const text = formatTimestamp(at);
  const month = months[Number(text.slice(5, 7)) - 1] ?? "";
  return `${text.slice(8, 10)} ${month} ${text.slice(0, 4)} ${text.slice(11, 16)} UTC`;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** 1 January 1970 was the fifth of these. */
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const epochWeekday = 4;

/** The start and end of an open window, in milliseconds since 1970; the end is exclusive. */
interface Opening {
  readonly from: number;
  readonly until: number;
}

/** Reports whether updates may be rolled out at that time. Without windows, they always may. */
export function isInWindow(windows: readonly UpdateWindow[], at: number): boolean {
  return windows.length === 0 || openingsOf(windows, at).some(({ from, until }) => from <= at && at < until);
}

/**
 * Returns the first time from `at` on when a window is open; `at` itself if one is. Undefined if none ever
 * opens, such as with invalid days or times. Times are UTC; a window that ends before it begins ends on the
 * next day.
 */
export function nextOpening(windows: readonly UpdateWindow[], at: number): number | undefined {
  if (isInWindow(windows, at)) {
    return at;
  }
  const starts = openingsOf(windows, at).flatMap(({ from }) => (from > at ? [from] : []));
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** Returns openings from the day before, whose window may still be open, to the same day of the next week. */
function openingsOf(windows: readonly UpdateWindow[], at: number): readonly Opening[] {
  const today = Math.floor(at / day);
  return windows.flatMap((window) => {
    const [from, to] = [timeOfDay(window.from), timeOfDay(window.to)];
    if (from === undefined || to === undefined) {
      return [];
    }
    const length = to > from ? to - from : to - from + day;
    return [-1, 0, 1, 2, 3, 4, 5, 6, 7]
      .map((offset) => today + offset)
      .filter((date) => isOpenOn(window, date))
      .map((date) => ({ from: date * day + from, until: date * day + from + length }));
  });
}

function isOpenOn({ days }: UpdateWindow, date: number): boolean {
  const weekday = weekdays[(((date + epochWeekday) % 7) + 7) % 7];
  return days.length === 0 || days.some((name) => name.slice(0, 3).toLowerCase() === weekday);
}

/** Converts `8:00` to milliseconds after midnight; undefined if the text is not a time. */
function timeOfDay(text: string): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-4]):([0-5]\d)$/.exec(text) ?? [];
  const time = hours === undefined ? day + 1 : (Number(hours) * 60 + Number(minutes)) * minute;
  return time > day ? undefined : time;
}

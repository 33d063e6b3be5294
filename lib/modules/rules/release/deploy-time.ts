import { formatTimestamp } from "../../../object/timestamp.ts";
import { approvedAnnotation, type ModuleRelease } from "../resource/module-release.ts";
import type { UpdatePolicy } from "../resource/update-policy.ts";
import { isInWindow, nextOpening } from "./update-window.ts";

/** Why a release whose turn has come is not deployed yet. */
export interface DeployDelay {
  /** As the status has it. */
  readonly message: string;
  /** When time alone may change that; milliseconds since 1970. */
  readonly again: number | undefined;
}

/** What tells when a release may be deployed. */
export interface DeployTiming {
  readonly policy: UpdatePolicy;
  readonly isPatch: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const shiftAnnotations = [
  "modules.deckhouse.io/notification-time-shift",
  "release.deckhouse.io/notification-time-shift",
] as const;

/**
 * What a release waits for: its time (`spec.applyAfter`), an update window, an approval. Undefined where it
 * may be deployed now. Auto heeds windows. AutoPatch heeds them for patches, and wants an approval for the
 * rest. Manual wants an approval for all, and then has no windows. `release.deckhouse.io/apply-now` passes
 * all of it.
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
  /** Undefined where no window ever opens. */
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

/** In Manual a release of a higher minor goes as soon as it is approved. */
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

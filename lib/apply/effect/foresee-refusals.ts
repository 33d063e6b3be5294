import { ApiError } from "../../client/model/api-error.ts";
import { immutableFields, immutableRefusal } from "../../inventory/immutable-fields.ts";
import { isTerminating } from "../../object/metadata.ts";
import type { JsonObject } from "../../object/json.ts";
import type { PlannedObject } from "../../plan/plan.ts";
import type { Decision } from "../decide/decide-object.ts";
import type { ReleaseDecision } from "../decide/decide-release.ts";
import { applyObject } from "./apply-object.ts";
import { attemptEffect } from "./attempt-effect.ts";
import { placeOfRefusal } from "./retry-write.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { RefusedError } from "../model/refused-error.ts";
import { isRefusal } from "../model/outcome.ts";
import type { SetLookups } from "../observe/set-lookups.ts";

interface Foreseeing extends Pick<SetLookups, "minor"> {
  readonly deps: EffectDeps;
  /** Hides values of Secrets, which the server may quote. */
  readonly redact: (text: string) => string;
}

type Write = Decision & { readonly type: "apply" };

/** An object that the server may refuse to change. */
interface Suspect {
  readonly object: PlannedObject;
  readonly decision: Write;
}

/**
 * Throws a RefusedError if the server refuses to change immutable fields of objects: before anything is
 * written. The rules of built-in kinds find objects that it may refuse, in the live objects that the run has
 * read anyway; then a dry run of each asks the server, which decides.
 */
export async function demandChangeable(decided: ReleaseDecision, foreseeing: Foreseeing): Promise<void> {
  const suspects = await findSuspects(decided, foreseeing);
  const refusals = await Promise.all(suspects.map(async (suspect) => refusalOf(suspect, foreseeing)));
  const found = refusals.filter((refusal) => refusal !== undefined);
  if (found.length > 0) {
    throw new RefusedError(found.join("\n"));
  }
}

async function findSuspects(
  { decisions }: ReleaseDecision,
  { deps, minor }: Foreseeing,
): Promise<readonly Suspect[]> {
  const changed = [...decisions].flatMap(([object, decision]) => changeOf(object, decision, deps));
  if (changed.length === 0) {
    return [];
  }
  const { loadUpdateCheck } = await import("../../validate/update-check.ts");
  const check = await loadUpdateCheck(await minor());
  return check === undefined
    ? []
    : changed.filter(({ decision, live }) => check(decision.sent, live).length > 0);
}

/** An object that is updated in place, if all of its live state is known. */
function changeOf(
  object: PlannedObject,
  decision: Decision,
  { liveObjects }: EffectDeps,
): readonly (Suspect & { readonly live: JsonObject })[] {
  if (decision.type !== "apply" || decision.replaces || object.hook !== null) {
    return [];
  }
  const { live } = decision;
  const isWhole = live !== undefined && liveObjects.get(object.manifest.key) === live;
  return isWhole && !isTerminating(live) ? [{ object, decision, live }] : [];
}

/** Asks the server. Undefined unless it refuses because of immutable fields, and the object has to stay. */
async function refusalOf(
  { object: { manifest }, decision }: Suspect,
  { deps, redact }: Foreseeing,
): Promise<string | undefined> {
  const asking: EffectDeps = { ...deps, choices: { ...deps.choices, dryRun: "server" } };
  try {
    await attemptEffect(applyObject({ ...decision, manifest, unawaited: true }, asking), asking);
    return undefined;
  } catch (error) {
    if (deps.context.signal.aborted || !isRefusal(error)) {
      throw error;
    }
    const answer = error instanceof ApiError ? error : error.cause;
    return answer instanceof ApiError && immutableFields(answer).length > 0
      ? `${manifest.kind}/${manifest.name}: ${redact(immutableRefusal(answer))}${placeOfRefusal(answer, manifest)}`
      : undefined;
  }
}

import { chance, choose } from "./chance.ts";
import { formatAsked } from "./fate.ts";
import type { Decide } from "./man-in-the-middle.ts";
import type { Reference } from "./reference.ts";
import type { Stage, Step } from "./step.ts";
import { takeStep } from "./take-step.ts";
import { interfere } from "./third-party.ts";
import { endInPeace, type Finding, judgeState, stackIn } from "./trial.ts";

type Chapter = Step | readonly ["disturbed", Step];

const accounts: readonly [readonly Chapter[], ...(readonly Chapter[])[]] = [
  [["disturbed", "install"]],
  ["install", ["disturbed", "upgrade"]],
  ["install", ["disturbed", "upgrade"]],
  ["install", "upgrade", ["disturbed", "rollback"]],
];

/** A run may succeed, or report that its objects were changed. */
const ends: ReadonlySet<number | undefined> = new Set([0, 1]);

/**
 * Milliseconds before the end of a run in which a watch may not have delivered a third party's change yet.
 */
const tooLate = 1500;

/**
 * Deletes and changes objects as a third party during steps, at requests that the seed chooses. A run that
 * succeeds has to leave the same state as an undisturbed one; one that fails is run again, and has to do so
 * then.
 */
export async function tryThirdParty(
  seed: number,
  stage: Stage,
  reference: Reference,
): Promise<readonly Finding[]> {
  for (const chapter of choose(accounts, seed, "story")) {
    const step = typeof chapter === "string" ? chapter : chapter[1];
    const isDisturbed = typeof chapter !== "string";
    const found = isDisturbed
      ? await endureThirdParty(step, seed, { stage, reference })
      : (await endInPeace(step, stage, { wanted: reference[step] })).map((what) => ({
          step,
          after: "peace",
          what,
        }));
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

async function endureThirdParty(
  step: Step,
  seed: number,
  { stage, reference }: { readonly stage: Stage; readonly reference: Reference },
): Promise<readonly Finding[]> {
  const log: string[] = [];
  let lastAt = 0;
  const decide = interfering(seed, { step, stage, requests: reference[step].requests }, (done) => {
    log.push(done);
    lastAt = Date.now();
  });
  const { code, output } = await takeStep(step, stage, () => decide);
  const isJudged = code === 0 && Date.now() - lastAt > tooLate;
  const wrong = [
    ...(ends.has(code) ? [] : [`exit code ${code} while somebody else was at work`]),
    ...stackIn(output),
    ...(isJudged ? await judgeState(stage, reference[step]) : []),
  ];
  const after = log.join("; ");
  if (wrong.length > 0) {
    return [...wrong, output].map((what) => ({ step, after, what }));
  }
  return (await endInPeace(step, stage, { wanted: reference[step] })).map((what) => ({ step, after, what }));
}

/**
 * One to three changes, each at a request in the first four fifths of the step, before the server receives it
 * or after it has acted.
 */
function interfering(
  seed: number,
  { step, stage, requests }: { readonly step: Step; readonly stage: Stage; readonly requests: number },
  done: (what: string) => void,
): Decide {
  const deeds = 1 + Math.floor(3 * chance(seed, step, "deeds"));
  const at = new Map(
    Array.from({ length: deeds }, (_, deed) => [
      1 + Math.floor(0.8 * requests * chance(seed, step, deed, "request")),
      deed,
    ]),
  );
  return async (asked) => {
    const deed = at.get(asked.number);
    if (deed === undefined) {
      return { type: "pass" };
    }
    const act = async (): Promise<void> => {
      const what = await interfere(stage.plane, stage.place, [seed, step, deed]);
      done(`${what} at ${formatAsked(asked)}`);
    };
    if (asked.stream === undefined && chance(seed, step, deed, "after") < 0.5) {
      return { type: "pass", answered: act };
    }
    await act();
    return { type: "pass" };
  };
}

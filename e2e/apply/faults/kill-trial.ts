import { chance, choose } from "./chance.ts";
import { type Asked, formatAsked } from "./fate.ts";
import type { Decide } from "./man-in-the-middle.ts";
import type { Reference } from "./reference.ts";
import { letTimePass, type Stage, type Step } from "./step.ts";
import { takeStep } from "./take-step.ts";
import { endInPeace, type Finding } from "./trial.ts";

type Chapter = Step | `${Step} killed`;

/** Which steps are killed, and whether they are then run again or the next one is. */
const stories: readonly [readonly Chapter[], ...(readonly Chapter[])[]] = [
  ["install killed", "install"],
  ["install killed", "install killed", "install"],
  ["install killed", "upgrade"],
  ["install killed", "delete"],
  ["install", "upgrade killed", "upgrade"],
  ["install killed", "upgrade killed", "upgrade"],
  ["install", "upgrade killed", "delete"],
  ["install", "delete killed", "delete"],
  ["install", "delete killed", "delete killed", "delete"],
];

/** Kills runs of a release at instants that the seed chooses, and looks at what undisturbed runs make of it. */
export async function tryKills(seed: number, stage: Stage, reference: Reference): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const story = choose(stories, seed, "story");
  let killed = "";
  for (const [index, chapter] of story.entries()) {
    const [step, isKilled] = readChapter(chapter);
    if (isKilled) {
      const at = await killOnce(step, { stage, requests: reference[step].requests }, `${seed} ${index}`);
      killed = `${killed}${step} ${at}; `;
    } else {
      const found = await endInPeace(step, stage, reference[step]);
      findings.push(...found.map((what) => ({ step, after: `killed: ${killed}`, what })));
    }
  }
  return findings;
}

function readChapter(chapter: Chapter): readonly [Step, boolean] {
  switch (chapter) {
    case "install killed":
      return ["install", true];
    case "upgrade killed":
      return ["upgrade", true];
    case "delete killed":
      return ["delete", true];
    default:
      return [chapter, false];
  }
}

/** Kills a run before the server hears of its nth request, or after the server has done it. Gives that instant in words. */
async function killOnce(
  step: Step,
  { stage, requests }: { readonly stage: Stage; readonly requests: number },
  luck: string,
): Promise<string> {
  const nth = 1 + Math.floor(chance(luck, "nth") * requests);
  const isDone = chance(luck, "done") < 0.5;
  let last: Asked | undefined;
  const weather =
    (kill: () => Promise<void>): Decide =>
    async (asked) => {
      if (asked.number < nth) {
        return { type: "pass" };
      }
      last ??= asked;
      if (isDone && asked.number === nth) {
        return { type: "pass", answered: kill };
      }
      if (!isDone) {
        await kill();
      }
      return isDone ? { type: "pass" } : { type: "drop" };
    };
  const { code } = await takeStep(step, stage, weather);
  await letTimePass(stage);
  const when = last === undefined ? "at its end" : `${isDone ? "after" : "before"} ${formatAsked(last)}`;
  return `${when}${code === undefined ? "" : ` (exit code ${code})`}`;
}

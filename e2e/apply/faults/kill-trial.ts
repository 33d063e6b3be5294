import { chance, choose } from "./chance.ts";
import { type Asked, formatAsked } from "./fate.ts";
import type { Decide } from "./man-in-the-middle.ts";
import type { Reference } from "./reference.ts";
import { letTimePass, type Stage, type Step } from "./step.ts";
import { takeStep } from "./take-step.ts";
import { endInPeace, type Finding } from "./trial.ts";

type Chapter = Step | readonly ["killed", Step];

/** Which steps are killed, and whether they are then run again or the next one is. */
const accounts: readonly [readonly Chapter[], ...(readonly Chapter[])[]] = [
  [["killed", "install"], "install"],
  [["killed", "install"], ["killed", "install"], "install"],
  [["killed", "install"], "upgrade"],
  [["killed", "install"], "delete"],
  ["install", ["killed", "upgrade"], "upgrade"],
  [["killed", "install"], ["killed", "upgrade"], "upgrade"],
  ["install", ["killed", "upgrade"], "delete"],
  ["install", ["killed", "upgrade"], "rollback"],
  ["install", ["killed", "atomic"], "atomic"],
  ["install", ["killed", "atomic"], "upgrade"],
  ["install", "upgrade", ["killed", "rollback"], "rollback"],
  ["install", "upgrade", ["killed", "rollback"], ["killed", "rollback"], "rollback"],
  ["install", ["killed", "delete"], "delete"],
  ["install", ["killed", "delete"], ["killed", "delete"], "delete"],
];

/**
 * Kills runs of a release at instants that the seed chooses, and looks at what undisturbed runs make of it.
 */
export async function tryKills(
  seed: number,
  stage: Stage,
  reference: Reference,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const output = choose(accounts, seed, "story");
  // What is not the release's yet, and hooks, are not deleted with it: then only a home of its own leaves
  // nothing to be compared.
  const isHalf =
    stage.place.home === "guest" &&
    output.some(
      (chapter, index) =>
        typeof chapter !== "string" && chapter[1] !== "delete" && output[index + 1] === "delete",
    );
  const account = isHalf ? accounts[0] : output;
  let killed = "";
  for (const [index, chapter] of account.entries()) {
    const step = typeof chapter === "string" ? chapter : chapter[1];
    if (typeof chapter !== "string") {
      const at = await killOnce(step, { stage, requests: reference[step].requests }, `${seed} ${index}`);
      killed = `${killed}${step} ${at}; `;
    } else {
      const found = await endInPeace(step, stage, {
        wanted: reference[step],
        isExcused: (what) => !account.includes("install") && isOfInstallation(what),
      });
      findings.push(...found.map((what) => ({ step, after: `killed: ${killed}`, what })));
    }
  }
  return findings;
}

/**
 * What only a whole installation leaves: what is to be kept of the first version, and what is in its folder
 * of definitions.
 */
function isOfInstallation(what: string): boolean {
  return /^(?:configmaps\/\S*\/kept|customresourcedefinitions\/sprockets\.\S*) is missing$/.test(what);
}

/**
 * Kills a run before the server hears of its nth request, or after the server has done it. Gives that instant
 * in words.
 */
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

import { chance, choose } from "./chance.ts";
import { type ProxiedRequest, formatRequest } from "./request-handling.ts";
import type { DecideHandling } from "./fault-proxy.ts";
import type { Reference } from "./reference.ts";
import { expireLock, type StepEnvironment, type Step } from "./step.ts";
import { runStep } from "./run-step.ts";
import { finishUndisturbed, type Finding } from "./trial.ts";

type SequenceItem = Step | readonly ["killed", Step];

/** Which steps are killed, and whether the same step or the next one follows. */
const sequences: readonly [readonly SequenceItem[], ...(readonly SequenceItem[])[]] = [
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
 * Kills runs of a release at moments that the seed chooses, and compares the result with undisturbed runs.
 */
export async function tryKills(
  seed: number,
  stage: StepEnvironment,
  reference: Reference,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const output = choose(sequences, seed, "story");
  // Hooks, and objects not yet recorded in the release, are not deleted with it: then the result can only be
  // compared if the release owns its namespaces.
  const isHalf =
    stage.place.home === "guest" &&
    output.some(
      (item, index) => typeof item !== "string" && item[1] !== "delete" && output[index + 1] === "delete",
    );
  const sequence = isHalf ? sequences[0] : output;
  let killed = "";
  for (const [index, item] of sequence.entries()) {
    const step = typeof item === "string" ? item : item[1];
    if (typeof item !== "string") {
      const at = await killOnce(step, { stage, requests: reference[step].requests }, `${seed} ${index}`);
      killed = `${killed}${step} ${at}; `;
    } else {
      const found = await finishUndisturbed(step, stage, {
        wanted: reference[step],
        isExcused: (what) => !sequence.includes("install") && isOfInstallation(what),
      });
      findings.push(...found.map((what) => ({ step, after: `killed: ${killed}`, what })));
    }
  }
  return findings;
}

/**
 * Whether an object is left only by a complete installation: one to be kept, or one of the `crds` folder, of
 * the first version.
 */
function isOfInstallation(what: string): boolean {
  return /^(?:configmaps\/\S*\/kept|customresourcedefinitions\/sprockets\.\S*) is missing$/.test(what);
}

/**
 * Kills a run before the server receives its nth request, or after the server has acted on it. Returns a
 * description of that moment.
 */
async function killOnce(
  step: Step,
  { stage, requests }: { readonly stage: StepEnvironment; readonly requests: number },
  words: string,
): Promise<string> {
  const nth = 1 + Math.floor(chance(words, "nth") * requests);
  const isDone = chance(words, "done") < 0.5;
  let last: ProxiedRequest | undefined;
  const handlingOf =
    (kill: () => Promise<void>): DecideHandling =>
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
  const { code } = await runStep(step, stage, handlingOf);
  await expireLock(stage);
  const when = last === undefined ? "at its end" : `${isDone ? "after" : "before"} ${formatRequest(last)}`;
  return `${when}${code === undefined ? "" : ` (exit code ${code})`}`;
}

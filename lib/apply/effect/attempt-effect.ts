import { withinTime } from "../../async/time-limit.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { Effect, EffectResult } from "../model/task.ts";

/** Milliseconds for which requests about one object are retried before the last answer counts. */
const patience = 30_000;

/** Acts as in a dry run, and collects the notices on the way. Throws an Error if that takes too long. */
export async function attemptEffect(
  effect: Effect,
  { context }: EffectDeps,
): Promise<{ readonly acted: EffectResult; readonly notes: readonly string[] }> {
  const { clock, signal } = context;
  const notes: string[] = [];
  const acted = await withinTime(
    { clock, time: patience, reason: () => new Error("the server did not answer in time"), signal },
    async (bounded) =>
      effect.act({
        signal: bounded,
        retry: () => {},
        waits: () => {},
        notice: (_, message) => {
          notes.push(message);
        },
      }),
  );
  return { acted, notes: acted.message === undefined ? notes : [...notes, acted.message] };
}

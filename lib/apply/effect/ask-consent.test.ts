import test from "ava";

import { offlineRun } from "../../../fixtures/offline-run.ts";
import type { PruneRefusal } from "../../inventory/prune-limits.ts";
import { RefusedError } from "../model/refused-error.ts";
import { askConsent, dryEnding } from "./ask-consent.ts";

const refusals: readonly PruneRefusal[] = [
  { guard: "max-prune", names: ["a"], message: "a would be deleted", flag: "--max-prune=1" },
  { guard: "crds", names: ["b"], message: "b would be deleted", flag: "--allow-prune=crds" },
];
const yes = (): Promise<boolean> => Promise.resolve(true);
const no = (): Promise<boolean> => Promise.resolve(false);
const unasked = (): Promise<boolean> => Promise.reject(new Error("asked"));

test("a run is refused if nobody can be asked, or if the answer is no", async (t) => {
  const { context } = offlineRun();
  for (const asking of [{}, { consent: no }]) {
    await t.throwsAsync(askConsent(refusals, { context, dryRun: false, ...asking }), {
      instanceOf: RefusedError,
      message: "a would be deleted\nb would be deleted",
    });
  }
  t.deepEqual(await askConsent(refusals, { context, dryRun: false, consent: yes }), []);
});

test("a dry run returns what it lacks consent for", async (t) => {
  const { context, notices } = offlineRun();
  t.is(await askConsent(refusals, { context, dryRun: "server" }), refusals);
  t.deepEqual(await askConsent([], { context, dryRun: "server" }), []);
  t.deepEqual(notices(), []);
});

test("a dry run warns of what a person would be asked, and asks nobody", async (t) => {
  const { context, notices } = offlineRun();
  t.deepEqual(await askConsent(refusals, { context, dryRun: "client", consent: unasked }), []);
  t.deepEqual(notices(), ["warning: a would be deleted", "warning: b would be deleted"]);
});

test("a dry run that lacks consent ends as refused, with its outcomes, unless it was interrupted", (t) => {
  const end = { verdict: "failed", outcomes: [], criticalPath: [] } as const;
  const message = "a would be deleted\nb would be deleted";
  t.deepEqual(dryEnding(end, refusals), { ...end, verdict: "refused", message });
  t.is(dryEnding(end, []), end);
  const interrupted = { verdict: "interrupted" } as const;
  t.is(dryEnding(interrupted, refusals), interrupted);
});

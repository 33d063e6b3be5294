import test from "ava";

import type { GitRevision } from "../../git/model/git-repository.ts";
import { type Admission, type AdmissionFacts, admitRevision } from "./admit-revision.ts";
import type { PreviousRing, RingUnit } from "./qualified-revision.ts";

const noon = Date.UTC(2026, 0, 5, 12);
const minute = 60_000;

/** Revisions by letter, each a minute younger than the one before. */
function revision(letter: string): GitRevision {
  const at = noon - 1440 * minute + letter.charCodeAt(0) * minute;
  return { commit: letter.repeat(40), ref: "refs/heads/main", subject: letter, author: "A", at };
}

/** Units as `a-30`: ready at revision a since half an hour; `-` is one that is not ready. */
function ring(text: string, choices: Partial<PreviousRing> = {}): PreviousRing {
  const units = text.split(" ").map((word): RingUnit => {
    const [letter = "", minutes] = word.split("-");
    return letter === ""
      ? {}
      : { ready: { revision: revision(letter), since: noon - Number(minutes) * minute } };
  });
  return { name: "canary", units, promoteAfter: 30 * minute, maxFailing: { count: 0 }, ...choices };
}

const facts: AdmissionFacts = {
  now: noon,
  newest: revision("b"),
  current: revision("a"),
  promotion: undefined,
  isAsked: false,
  previous: undefined,
  windows: [],
};

function admitted({ revision: found, wait, next }: Admission): readonly unknown[] {
  return [found?.subject, wait?.message, next === undefined ? undefined : (next - noon) / minute];
}

const admits = test.macro(
  (t, choices: Partial<AdmissionFacts>, letter: string | undefined, message?: string, next?: number) => {
    t.deepEqual(admitted(admitRevision({ ...facts, ...choices })), [letter, message, next]);
  },
);

const waits = (words: string): string => `waits for ring canary: ${words}`;

test("a unit without ring and windows gets the newest revision", admits, {}, "b");
test(
  "a unit waits until the previous ring is ready at a revision",
  admits,
  { previous: ring("a-900") },
  "a",
  waits("0 of 1 unit ready at bbbbbbbbbbbb"),
);
test(
  "the wait names how many units are ready",
  admits,
  { previous: ring("b-60 - b-5") },
  "a",
  waits("2 of 3 units ready at bbbbbbbbbbbb"),
);
test(
  "the time runs from the last unit that became ready",
  admits,
  { previous: ring("b-60 b-5") },
  "a",
  waits("2 of 2 units ready at bbbbbbbbbbbb, promoted at 2026-01-05T12:25:00Z"),
  25,
);
test("after that time the revision is promoted", admits, { previous: ring("b-60 b-30") }, "b");
test(
  "a number of units may be failing",
  admits,
  { previous: ring("b-60 - b-31", { maxFailing: { count: 1 } }) },
  "b",
);
test(
  "a percentage of units may be failing, rounded down",
  admits,
  { previous: ring("b-60 - b-31", { maxFailing: { percent: 60 } }) },
  "b",
);
test(
  "not one more unit may be failing",
  admits,
  { previous: ring("b-60 - b-31", { maxFailing: { percent: 33 } }) },
  "a",
  waits("2 of 3 units ready at bbbbbbbbbbbb"),
);
test(
  "one unit must be ready, however many may be failing",
  admits,
  { previous: ring("- -", { maxFailing: { percent: 100 } }) },
  "a",
  waits("0 of 2 units ready at bbbbbbbbbbbb"),
);
test(
  "and one is enough if all may be failing",
  admits,
  { previous: ring("- b-31", { maxFailing: { percent: 100 } }) },
  "b",
);
test(
  "without a time, a revision is promoted as soon as the ring is ready",
  admits,
  { previous: ring("b-0", { promoteAfter: 0 }) },
  "b",
);
test(
  "a unit that never ran waits as well",
  admits,
  { current: undefined, previous: ring("b-10") },
  undefined,
  waits("1 of 1 unit ready at bbbbbbbbbbbb, promoted at 2026-01-05T12:20:00Z"),
  20,
);
test(
  "a unit that never ran gets what was promoted before",
  admits,
  { current: undefined, previous: ring("a-40") },
  "a",
  waits("0 of 1 unit ready at bbbbbbbbbbbb"),
);
test(
  "a unit with an older revision gets the one that the ring was ready at, while a newer one is on its way",
  admits,
  { newest: revision("c"), previous: ring("b-30") },
  "b",
  waits("0 of 1 unit ready at cccccccccccc"),
);
test(
  "a revision that was promoted stays so when the ring goes on to the next",
  admits,
  {
    newest: revision("c"),
    previous: ring("c-10"),
    promotion: { revision: revision("b"), since: noon - 60 * minute, isForced: false },
  },
  "b",
  waits("1 of 1 unit ready at cccccccccccc, promoted at 2026-01-05T12:20:00Z"),
  20,
);
test(
  "a revision that was not promoted yet gives way to a newer one",
  admits,
  { newest: revision("c"), previous: ring("c-0") },
  "a",
  waits("1 of 1 unit ready at cccccccccccc, promoted at 2026-01-05T12:30:00Z"),
  30,
);
test(
  "a unit does not go back to an earlier commit that its ring is ready at again",
  admits,
  {
    current: revision("b"),
    newest: revision("c"),
    promotion: { revision: revision("b"), since: noon - 100 * minute, isForced: true },
    previous: ring("a-40"),
  },
  "b",
  waits("0 of 1 unit ready at cccccccccccc"),
);
test(
  "a revision that a person has promoted is not replaced by one that the ring was ready at before",
  admits,
  {
    newest: revision("a"),
    promotion: { revision: revision("a"), since: noon - 10 * minute, isForced: true },
    previous: ring("b-60"),
  },
  "a",
);
test(
  "a unit that had a later commit before there were rings keeps it",
  admits,
  { current: revision("b"), previous: ring("a-40") },
  "b",
);
test(
  "when git goes back to an earlier commit, so do the rings",
  admits,
  {
    current: revision("b"),
    newest: revision("a"),
    promotion: { revision: revision("b"), since: noon - 100 * minute, isForced: false },
    previous: ring("a-40"),
  },
  "a",
);
test(
  "what a former ring has promoted is over in a unit that is in the first ring now",
  admits,
  { newest: revision("c"), promotion: { revision: revision("a"), since: noon, isForced: false } },
  "c",
);

const night = [
  { kind: "allow", schedule: "0 22 * * *", duration: 240 * minute, timeZone: "Europe/Lisbon" },
] as const;
const untilNight = "waits for a window to apply bbbbbbbbbbbb: next window opens at 2026-01-05T22:00:00Z";

test("outside of its windows a unit keeps its revision", admits, { windows: night }, "a", untilNight, 600);
test("in a window it gets the newest one", admits, { windows: night, now: noon + 601 * minute }, "b");
test(
  "a unit that never ran waits for a window",
  admits,
  { windows: night, current: undefined },
  undefined,
  untilNight,
  600,
);
test(
  "a revision that was begun in a window is not given up when that closes",
  admits,
  { windows: night, current: revision("b") },
  "b",
);
test(
  "what was promoted is applied in the next window",
  admits,
  { windows: night, previous: ring("b-60") },
  "a",
  untilNight,
  600,
);
test(
  "a request is about the newest revision, whatever ring and windows are",
  admits,
  { windows: night, previous: ring("a-60"), isAsked: true },
  "b",
);
test(
  "what was asked for is not lost to a newer commit",
  admits,
  {
    windows: night,
    newest: revision("c"),
    promotion: { revision: revision("b"), since: noon, isForced: true },
  },
  "b",
  untilNight.replace("bbbbbbbbbbbb", "cccccccccccc"),
  600,
);
test(
  "a request is over once what it was about is applied",
  admits,
  {
    windows: night,
    current: revision("c"),
    newest: revision("d"),
    promotion: { revision: revision("c"), since: noon, isForced: true },
  },
  "c",
  untilNight.replace("bbbbbbbbbbbb", "dddddddddddd"),
  600,
);

test("a promotion is remembered with the time since when the ring was ready", (t) => {
  const { promotion } = admitRevision({ ...facts, previous: ring("b-60 b-40") });
  t.deepEqual(promotion, { revision: revision("b"), since: noon - 40 * minute, isForced: false });
});

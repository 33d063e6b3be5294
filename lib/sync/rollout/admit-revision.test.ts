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

/** Units as `a-30`: ready at revision a for 30 minutes; `-` is a unit that is not ready. */
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
  "a unit waits until the previous ring is ready at the revision",
  admits,
  { previous: ring("a-900") },
  "a",
  waits("0 of 1 unit ready at bbbbbbbbbbbb"),
);
test(
  "the message of a wait counts the ready units",
  admits,
  { previous: ring("b-60 - b-5") },
  "a",
  waits("2 of 3 units ready at bbbbbbbbbbbb"),
);
test(
  "promoteAfter runs from the last unit that became ready",
  admits,
  { previous: ring("b-60 b-5") },
  "a",
  waits("2 of 2 units ready at bbbbbbbbbbbb, promoted at 2026-01-05T12:25:00Z"),
  25,
);
test("a revision is promoted after promoteAfter", admits, { previous: ring("b-60 b-30") }, "b");
test(
  "maxFailing allows a number of failing units",
  admits,
  { previous: ring("b-60 - b-31", { maxFailing: { count: 1 } }) },
  "b",
);
test(
  "maxFailing allows a percentage of failing units, rounded down",
  admits,
  { previous: ring("b-60 - b-31", { maxFailing: { percent: 60 } }) },
  "b",
);
test(
  "more failing units than maxFailing block the promotion",
  admits,
  { previous: ring("b-60 - b-31", { maxFailing: { percent: 33 } }) },
  "a",
  waits("2 of 3 units ready at bbbbbbbbbbbb"),
);
test(
  "at least one unit must be ready, whatever maxFailing is",
  admits,
  { previous: ring("- -", { maxFailing: { percent: 100 } }) },
  "a",
  waits("0 of 2 units ready at bbbbbbbbbbbb"),
);
test(
  "one ready unit is enough if maxFailing is 100 %",
  admits,
  { previous: ring("- b-31", { maxFailing: { percent: 100 } }) },
  "b",
);
test(
  "with promoteAfter 0 a revision is promoted as soon as the ring is ready",
  admits,
  { previous: ring("b-0", { promoteAfter: 0 }) },
  "b",
);
test(
  "a unit that never ran waits for its ring",
  admits,
  { current: undefined, previous: ring("b-10") },
  undefined,
  waits("1 of 1 unit ready at bbbbbbbbbbbb, promoted at 2026-01-05T12:20:00Z"),
  20,
);
test(
  "a unit that never ran gets the revision that was promoted before",
  admits,
  { current: undefined, previous: ring("a-40") },
  "a",
  waits("0 of 1 unit ready at bbbbbbbbbbbb"),
);
test(
  "a unit gets the revision at which the ring was ready, while a newer one is not ready yet",
  admits,
  { newest: revision("c"), previous: ring("b-30") },
  "b",
  waits("0 of 1 unit ready at cccccccccccc"),
);
test(
  "a promoted revision stays promoted when the ring moves on to the next one",
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
  "a revision that is not promoted yet is replaced by a newer one",
  admits,
  { newest: revision("c"), previous: ring("c-0") },
  "a",
  waits("1 of 1 unit ready at cccccccccccc, promoted at 2026-01-05T12:30:00Z"),
  30,
);
test(
  "a unit does not return to an earlier commit at which its ring is ready again",
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
  "a manually promoted revision is not replaced by one at which the ring was ready before",
  admits,
  {
    newest: revision("a"),
    promotion: { revision: revision("a"), since: noon - 10 * minute, isForced: true },
    previous: ring("b-60"),
  },
  "a",
);
test(
  "a unit keeps a later commit that it had before there were rings",
  admits,
  { current: revision("b"), previous: ring("a-40") },
  "b",
);
test(
  "when git returns to an earlier commit, the rings follow",
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
  "a promotion by a former ring is dropped in a unit that is now in the first ring",
  admits,
  { newest: revision("c"), promotion: { revision: revision("a"), since: noon, isForced: false } },
  "c",
);

const night = [
  { kind: "allow", schedule: "0 22 * * *", duration: 240 * minute, timeZone: "Europe/Lisbon" },
] as const;
const untilNight = "waits for a window to apply bbbbbbbbbbbb: next window opens at 2026-01-05T22:00:00Z";

test("a unit keeps its revision outside its windows", admits, { windows: night }, "a", untilNight, 600);
test("a unit gets new revisions in a window", admits, { windows: night, now: noon + 601 * minute }, "b");
test(
  "a unit that never ran waits for a window",
  admits,
  { windows: night, current: undefined },
  undefined,
  untilNight,
  600,
);
test(
  "a revision that was started in a window is kept when the window closes",
  admits,
  { windows: night, current: revision("b") },
  "b",
);
test(
  "a promoted revision is applied in the next window",
  admits,
  { windows: night, previous: ring("b-60") },
  "a",
  untilNight,
  600,
);
test(
  "a promotion request applies the newest revision, whatever ring and windows are",
  admits,
  { windows: night, previous: ring("a-60"), isAsked: true },
  "b",
);
test(
  "a requested revision is not replaced by a newer commit outside its windows",
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
  "a promotion request ends once its revision is applied",
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

test("a promotion is stored with the time since when the ring was ready", (t) => {
  const { promotion } = admitRevision({ ...facts, previous: ring("b-60 b-40") });
  t.deepEqual(promotion, { revision: revision("b"), since: noon - 40 * minute, isForced: false });
});

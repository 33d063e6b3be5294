import test from "ava";

import type { UnitEnd } from "../../lib/sync/unit/unit-state.ts";
import { type ExitCode, onceExitCode } from "./exit-code.ts";

const codeOf = test.macro((t, ends: Readonly<Record<string, UnitEnd | undefined>>, code: ExitCode) => {
  const units = Object.keys(ends).map((name) => ({ name }));
  const ended = Object.entries(ends).flatMap(([name, end]) =>
    end === undefined ? [] : [[name, end] as const],
  );
  t.is(onceExitCode(units, new Map(ended)), code);
});

test(
  "a pass in which all units converge or are suspended ends with 0",
  codeOf,
  { a: "converged", b: "suspended" },
  0,
);
test(
  "a pass in which a unit waits for its ring or a window ends with 5",
  codeOf,
  { a: "converged", b: "waiting" },
  5,
);
test("a pass in which a unit waits for approval ends with 5", codeOf, { a: "converged", b: "unapproved" }, 5);
test("a pass in which units depend on a waiting one ends with 5", codeOf, { a: "waiting", b: undefined }, 5);
test(
  "a pass in which a unit fails while another one waits ends with 1",
  codeOf,
  { a: "waiting", b: "failed" },
  1,
);
test("a pass in which a unit never ran ends with 1", codeOf, { a: "converged", b: undefined }, 1);

import test from "ava";

import { requirementsOf } from "../rules/requirement/requirements.ts";
import type { Phase } from "../../sync/unit/unit-state.ts";
import { decideStarts, type StartStatus } from "./start-admission.ts";

interface Reported {
  readonly needs?: Readonly<Record<string, string>>;
  readonly weight?: number;
  readonly isAvailable?: boolean;
  readonly isHopeless?: boolean;
  readonly phase?: Phase;
}

function status(
  name: string,
  { needs = {}, weight = 900, isAvailable = true, isHopeless = false, phase }: Reported,
): StartStatus {
  const requirements = requirementsOf({ modules: needs });
  return { start: { name, weight, isCritical: false, requirements }, isAvailable, isHopeless, phase };
}

/** The decisions: `starts` with the modules that are started before, `waits for …`, or `loop`. */
const decided = test.macro<
  [string, Readonly<Record<string, Reported>>, readonly string[], (readonly string[])?]
>({
  exec(t, _, reported, expected, before = []) {
    const modules = Object.entries(reported).map(([name, one]) => status(name, one));
    const { admitted, loops, waiting } = decideStarts(modules, new Set(before));
    t.deepEqual(
      [
        ...[...admitted].map(([name, needs]) => [name, "starts", ...needs].join(" ")),
        ...[...waiting].map(([name, blockers]) => [name, "waits for", ...blockers].join(" ")),
        ...loops.map((loop) => `loop ${loop.join(" ")}`),
      ],
      expected,
    );
  },
  title: (_, name) => name,
});

test(decided, "modules of equal weight start together", { a: {}, b: {} }, ["a starts", "b starts"]);
test(
  decided,
  "a module waits for modules of a lower weight to finish",
  { a: { weight: 1, phase: "Reconciling" }, b: { weight: 2 } },
  ["a starts", "b waits for a"],
);
test(
  decided,
  "a failed module of a lower weight does not block others",
  { a: { weight: 1, phase: "Failed" }, b: { weight: 2 } },
  ["a starts", "b starts"],
);
test(
  decided,
  "a module whose files cannot be pulled does not block others",
  { a: { weight: 1, isAvailable: false, isHopeless: true }, b: { weight: 2 } },
  ["b starts"],
);
test(
  decided,
  "a module of a lower weight whose files are being pulled is waited for",
  { a: { weight: 1, isAvailable: false }, b: { weight: 2 } },
  ["b waits for a"],
);
test(
  decided,
  "a module that was started is not blocked by an update of another module",
  { a: { weight: 1, phase: "Reconciling" }, b: { weight: 2 } },
  ["a starts", "b starts"],
  ["a", "b"],
);
test(
  decided,
  "a module starts with its required modules as dependencies",
  { a: { needs: { b: ">= 0.0.0" } }, b: {} },
  ["a starts b", "b starts"],
);
test(
  decided,
  "an optional requirement that is not installed is not waited for",
  { a: { needs: { b: ">= 0.0.0 !optional" } } },
  ["a starts"],
);

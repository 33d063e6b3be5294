import test from "ava";

import { type PlanFlags, parsePlanArgs } from "./plan-args.ts";

const flags: PlanFlags = {
  namespace: "default",
  release: "default",
  action: "install",
  output: "table",
  showSecrets: false,
  invalid: "fail",
  externalDeps: "error",
  sequencing: true,
  reconcileTimeout: 300_000,
  validate: "warn",
  color: "auto",
};

interface Given {
  readonly paths?: readonly string[];
  readonly filename?: readonly string[];
  readonly why?: readonly string[];
}

/** Paths that end in a slash exist, all others do not. */
const means = test.macro({
  title: (_, line: string, [, meant]: readonly [Given, string]) => `plan ${line} is parsed as "${meant}"`,
  exec: (t, _line: string, [given, meant]: readonly [Given, string]) => {
    const { paths = [], ...rest } = given;
    const words = parsePlanArgs({
      paths,
      flags: { ...flags, ...rest },
      exists: (path) => path.endsWith("/"),
    });
    const why = words.why === undefined ? "no question" : `${words.why.object} after ${words.why.other}`;
    t.is(`${words.paths.join(" ")}: ${why}`, meant);
  },
});

test(means, "m/", [{ paths: ["m/"] }, "m/: no question"]);
test(means, "m/ -f n/", [{ paths: ["m/"], filename: ["n/"] }, "n/ m/: no question"]);
test(means, "m/ --why web", [{ paths: ["m/"], why: ["web"] }, "m/: web after undefined"]);
test(means, "m/ --why web db", [{ paths: ["m/"], why: ["web", "db"] }, "m/: web after db"]);
test(means, "--why web m/", [{ why: ["web", "m/"] }, "m/: web after undefined"]);
test(means, "--why web db m/", [{ why: ["web", "db", "m/"] }, "m/: web after db"]);
test(means, "--why web m/ absent", [{ why: ["web", "m/", "absent"] }, "m/ absent: web after undefined"]);
test(means, "--why web -", [{ why: ["web", "-"] }, "-: web after undefined"]);
test(means, "--why web https://a/b", [{ why: ["web", "https://a/b"] }, "https://a/b: web after undefined"]);

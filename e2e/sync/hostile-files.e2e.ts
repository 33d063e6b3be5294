import test from "ava";

import { openFleet } from "./fleet.ts";
import { line, textOf } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";

const brackets = "[".repeat(2 ** 20);
/** Anchors are for the exact reader, which takes hundreds of bytes for each word. */
const anchors = "- &a {b: c}\n".repeat(120_000);

test("files that no reader can take in fail their own unit alone, with their name", async (t) => {
  const { repository, configure, beginFleet } = await openFleet(t);
  configure([{ name: "deep" }, { name: "large" }, { name: "healthy" }]);
  const commit = await repository.commit({
    "deep/a.yaml": brackets,
    "large/b.yaml": anchors,
    "healthy/env.yaml": configMap("env"),
  });
  const sidecar = beginFleet();
  const stalled = async (unit: string): Promise<string> =>
    textOf(await sidecar.heard(line("state", { unit, phase: "Stalled" }), 0));
  t.regex(await stalled("deep"), /^deep\/a\.yaml:1:501: nested deeper than 500 levels/);
  t.regex(
    await stalled("large"),
    /^large\/b\.yaml:\d+.*: (?:the document is too large|reading this file takes)/,
  );
  await readyAt(sidecar, commit, "healthy");
});

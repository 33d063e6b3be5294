import test from "ava";

import { runRecorded } from "../fixtures/recording-shell.ts";

test("commands without paths take the release as an argument or with --release, but not both", async (t) => {
  const { code, stderr } = await runRecorded(["status", "shop", "--release", "shopp"]);
  t.is(code, 2);
  t.is(stderr, "error: two releases are named, shop and --release shopp: name one\n");
  for (const words of [["status"], ["history"], ["delete"], ["get", "manifests"]]) {
    const around = { env: { KUBECONFIG: "/nonexistent", CONVERGE_RELEASE: "other" } };
    const named = await runRecorded([...words, "shop"], around);
    t.deepEqual(named, await runRecorded([...words, "--release", "shop"], around));
    t.is(named.code, 4);
  }
});

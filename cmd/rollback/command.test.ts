import test from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";

test("rollback --compat rejects an unknown tool, and lists the supported ones", async (t) => {
  const { code, stderr } = await runRecorded(["rollback", "shop", "--compat=flux"]);
  t.is(code, 2);
  t.regex(stderr, /--compat.*argocd.*kapp/);
});

import test from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";

test("rollback keeps the order of the tools that apply keeps", async (t) => {
  const { code, stderr } = await runRecorded(["rollback", "shop", "--compat=flux"]);
  t.is(code, 2);
  t.regex(stderr, /--compat.*argocd.*kapp/);
});

import test from "ava";

import type { DecidedRelease } from "../apply/release/decide-changes.ts";
import type { OpenedRelease } from "../apply/release/open-release.ts";
import { approvalGuard } from "./approval-guard.ts";

test("an unapproved run without anything to write may write nothing that follows from its outcomes", async (t) => {
  const approval = {
    approved: undefined,
    onUnapproved: () => t.fail(),
    onApproved: () => t.fail(),
    onWithheld: () => t.fail(),
  };
  const guard = approvalGuard(approval, { externalDeps: "wait", validate: "strict" });
  const idle = {
    plan: { groups: [] },
    decided: { decisions: new Map(), candidates: new Map() },
  } as unknown as DecidedRelease;
  await guard.permits?.(idle, {} as OpenedRelease);
  t.false(guard.allowsFollowUps?.());
});

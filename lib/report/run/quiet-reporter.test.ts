import test from "ava";

import { after, failedRun, goodRun, startOf, targetOf } from "../../../fixtures/recorded-run.ts";
import type { ApplyEvent } from "../../apply/model/event.ts";
import { quietReporter } from "./quiet-reporter.ts";

const web = "apps/namespaces/shop/Deployment/web";

function quietly(run: readonly ApplyEvent[], ci?: "github"): string {
  let text = "";
  const emit = quietReporter({ write: (more) => (text += more), color: false, ci });
  run.forEach((event) => {
    emit(event);
  });
  return text;
}

test("a successful quiet run prints one line", (t) => {
  t.is(quietly(goodRun), "4 applied (2 created, 1 configured, 1 unchanged), 4 ready, 1 pruned in 15.5s\n");
});

test("a quiet run prints failures as they occur and its summary, but no skipped objects", (t) => {
  const lines = quietly(failedRun).trimEnd().split("\n");
  t.regex(lines[0] ?? "", /^failed {6}StatefulSet\/mysql -n shop: container mysql crashes/);
  t.regex(lines.at(-1) ?? "", /^failed after /);
  t.false(
    lines.some((line) => /^(?:skipped|created|group|critical)/.test(line)),
    lines.join("\n"),
  );
});

test("a quiet run omits notes and warnings, but not errors", (t) => {
  const notices = (["note", "warning", "error"] as const).map((level, index) =>
    after(index, { type: "notice", level, message: `a ${level}` }),
  );
  t.is(quietly(notices), "error: a error\n");
});

test("failures of a quiet run have GitHub annotations", (t) => {
  const target = targetOf(web);
  const failure = after(1, {
    type: "actuation",
    target,
    operation: "apply",
    state: "Failed",
    message: "no",
  });
  t.is(
    quietly([startOf([[web, 1]]), failure], "github").split("\n")[1],
    `::error title=Deployment web failed::Deployment/web -n shop failed: no`,
  );
});

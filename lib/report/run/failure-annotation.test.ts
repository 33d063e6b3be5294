import test from "ava";

import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import { after, startOf, targetOf } from "../../../fixtures/recorded-run.ts";
import type { PlainStyle } from "./plain-reporter.ts";

const web = "apps/namespaces/shop/Deployment/web";

const placeOf = (): { file: string; line: number } => ({ file: "k8s/web.yaml", line: 12 });

test("a failed object has a GitHub annotation at its manifest", (t) => {
  const end = after(1, {
    type: "reconcile",
    target: targetOf(web),
    operation: "apply",
    state: "Timeout",
    message: "not ready within 5m",
  });
  const marks = (style: Partial<PlainStyle>): string =>
    printed([startOf([[web, 1]]), end], style).split("\n")[2] ?? "";
  t.is(
    marks({ ci: "github", placeOf }),
    `::error file=k8s/web.yaml,line=12,title=Deployment web timed out::Deployment/web -n shop timed out: not ready within 5m`,
  );
  t.is(
    marks({ ci: "github" }),
    `::error title=Deployment web timed out::Deployment/web -n shop timed out: not ready within 5m`,
  );
  t.is(marks({}), "");
});

import test from "ava";

import { targetOf } from "../../../fixtures/recorded-run.ts";
import { terminal } from "../../../fixtures/terminal.ts";
import type { ObjectStatus } from "../../apply/release/object-status.ts";
import type { Reconcile } from "../../apply/model/event.ts";
import { statusLog, statusView } from "./status-watch.ts";

function row(name: string, reconcile: Reconcile = "Succeeded", message = ""): ObjectStatus {
  const target = targetOf(`/namespaces/shop/ConfigMap/${name}`);
  return { target, actuation: "Succeeded", reconcile, message };
}

test("in a log, the status table is followed only by changed rows", (t) => {
  let text = "";
  const { show } = statusLog({ write: (more) => (text += more), color: false, namespace: "shop" });
  show({ head: ["shop; revision 1"], rows: [row("a"), row("bb"), row("c")] });
  t.is(
    text,
    `shop; revision 1

OBJECT        APPLIED    READY      REASON
ConfigMap/a   Succeeded  Succeeded
ConfigMap/bb  Succeeded  Succeeded
ConfigMap/c   Succeeded  Succeeded

3 objects: 3 ready
`,
  );
  text = "";
  show({ head: ["shop; revision 1"], rows: [row("a"), row("bb"), row("c")] });
  t.is(text, "");
  show({ head: ["shop; revision 2"], rows: [row("a", "Pending", "0 of 1"), row("bb")] });
  t.is(
    text,
    `shop; revision 2
ConfigMap/a   Succeeded  Pending    0 of 1
ConfigMap/c is no longer part of the release
`,
  );
});

test("on a terminal, the status table is redrawn in place and remains at the end", (t) => {
  const screen = terminal(80);
  const size = { width: screen.width, height: () => 24 };
  const view = statusView({ write: screen.write, color: false, namespace: "shop", ...size });
  view.show({ head: ["shop; revision 1"], rows: [row("a", "Pending")] });
  view.show({ head: ["shop; revision 2"], rows: [row("a")] });
  t.true(screen.isCursorHidden());
  view.stop();
  t.false(screen.isCursorHidden());
  t.is(
    screen.shown(),
    `shop; revision 2

OBJECT       APPLIED    READY      REASON
ConfigMap/a  Succeeded  Succeeded

1 object: 1 ready
`,
  );
});

test("a status table taller than the terminal is cut to the objects that are not ready", (t) => {
  const screen = terminal(80);
  const size = { width: screen.width, height: () => 10 };
  const view = statusView({ write: screen.write, color: false, namespace: "shop", ...size });
  const many = Array.from({ length: 30 }, (_, index) => row(`ready-${index}`));
  view.show({ head: ["shop"], rows: [...many, row("late", "Pending", "0 of 1")] });
  t.true(screen.lastBlock().length < 10);
  t.regex(
    screen.shown(),
    /ConfigMap\/late +Succeeded +Pending +0 of 1\n…\n\n31 objects: 30 ready, 1 pending\n/,
  );
  view.stop();
  t.regex(screen.shown(), /ready-29/);
});

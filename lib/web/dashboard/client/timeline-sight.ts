import type { RunView } from "../run-view.ts";
import { type PageState, selectedIn } from "./app.ts";
import { rowHeight, timelineRows } from "./timeline.ts";

/** Scrolls the row of the selected object into view. */
export function showRow(app: PageState, run: RunView): void {
  const element = app.browser.document.getElementById("timeline");
  if (element === null) {
    return;
  }
  const top = timelineRows(app, run).rows.indexOf(selectedIn(app, run)) * rowHeight();
  const bottom = element.scrollTop + element.clientHeight;
  const isInView = top >= element.scrollTop && top + rowHeight() <= bottom;
  if (top >= 0 && !isInView) {
    element.scrollTo(0, top - element.clientHeight / 2);
  }
}

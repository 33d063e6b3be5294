import type { NoticeView } from "../state/dashboard-state.ts";
import { type PageState, serverNow } from "./app.ts";
import { node, type VNode } from "./virtual-dom.ts";
import { clockWords, roughly } from "./format.ts";

/** Renders notices with their age; nothing if there are none. */
export function noticeList(app: PageState, title: string, notices: readonly NoticeView[]): VNode | undefined {
  if (notices.length === 0) {
    return undefined;
  }
  return node("section.news", { key: title }, [
    node("h2", {}, title),
    node(
      "ul",
      {},
      notices.map(({ at, level, message }) =>
        node(`li.${level}`, {}, [
          node("span.level", {}, level),
          node("span.words", {}, message),
          node("time", { title: clockWords(at) }, `${roughly(serverNow(app) - at)} ago`),
        ]),
      ),
    ),
  ]);
}

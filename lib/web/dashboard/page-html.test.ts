import { createHash } from "node:crypto";

import test from "ava";

import { pageHtml } from "./page-html.ts";

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start) + start.length;
  return text.slice(from, text.indexOf(end, from));
}

const { html, policy } = pageHtml();

for (const [element, directive] of [
  ["script", "script-src"],
  ["style", "style-src"],
] as const) {
  test(`the content security policy allows the ${element} of the page by its hash`, (t) => {
    const code = between(html, `<${element}>`, `</${element}>`);
    t.true(policy.includes(`${directive} 'sha256-${createHash("sha256").update(code).digest("base64")}'`));
  });
}

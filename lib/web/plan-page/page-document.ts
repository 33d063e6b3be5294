import { hash } from "node:crypto";

import type { PageData } from "./page-data.ts";
import { pageScript } from "../page/page-script.ts";
import { pageStyle } from "./style.ts";

/**
 * Returns a drawing as one self-contained page: groups as lanes, objects as boxes, edges as lines; it pans,
 * zooms, searches, and explains each edge. The page has no network access and runs no script but its own:
 * content of manifests is data in it, shown as text.
 */
export function pageDocument(title: string, data: PageData): string {
  const script = pageScript("plan");
  const policy = `default-src 'none'; style-src '${sourceHash(pageStyle)}'; script-src '${sourceHash(script)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
${pageMarkup}
<script type="application/json" id="plan">${scriptSafe(JSON.stringify(data))}</script>
<script>${script}</script>
</body>
</html>
`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Returns the hash of inline code as a content security policy names it. */
function sourceHash(code: string): string {
  return `sha256-${hash("sha256", code, "base64")}`;
}

/** Escapes JSON for a script element: nothing in it ends the element or a line. */
function scriptSafe(json: string): string {
  return json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** The markup of the page before its script fills it. It contains no text of any manifest. */
export const pageMarkup = `<header>
<h1 id="title"></h1><span class="summary" id="summary"></span><span class="space"></span>
<input id="search" type="search" placeholder="Find an object  ( / )" aria-label="Find an object" autocomplete="off" spellcheck="false">
<span class="zoom" role="group" aria-label="Zoom"><button id="zoom-out" type="button" aria-label="Zoom out">−</button><button id="fit" type="button">Fit</button><button id="zoom-in" type="button" aria-label="Zoom in">+</button></span>
</header>
<svg id="stage" tabindex="0" role="application" aria-label="Plan: arrow keys go from object to object, plus and minus zoom, 0 shows all, slash searches">
<g id="world"><g id="lanes"></g><g id="shapes"></g><g id="arrows"></g><g id="marks"></g><g id="lit"></g><g id="boxes"></g></g>
<rect id="header-bar" width="100%" height="56"></rect><line id="header-line" x2="100%" y1="56" y2="56"></line><g id="headers"></g>
</svg>
<aside id="panel" aria-label="Details"></aside>
<div id="status" role="status"></div>`;

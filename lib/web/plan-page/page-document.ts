import { hash } from "node:crypto";

import { pageMarkup } from "./markup.ts";
import type { PageData } from "./page-data.ts";
import { pageScript } from "./script.ts";
import { pageStyle } from "./style.ts";

/**
 * Returns a drawing as one self-contained page: groups as lanes, objects as boxes, edges as lines; it pans,
 * zooms, searches, and explains each edge. The page has no network access and runs no script but its own:
 * content of manifests is data in it, shown as text.
 */
export function pageDocument(title: string, data: PageData): string {
  const script = pageScript();
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

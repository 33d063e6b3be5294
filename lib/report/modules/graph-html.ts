import { hash } from "node:crypto";

import type { ModuleGraph } from "../../module/start/module-graph.ts";
import type { Diagnostic } from "../../object/diagnostic.ts";
import { pageMarkup } from "../page/markup.ts";
import { pageScript } from "../page/script.ts";
import { pageStyle } from "../page/style.ts";
import { graphPageData } from "./graph-page-data.ts";

/**
 * The graph drawn on one self-contained page, the page of a plan: groups as lanes, modules as boxes, requirements as curves; what is waited for
 * by weight is told in words. The page can reach no network and runs no script but its own: names are data in it, shown as text.
 */
export function graphHtml(graph: ModuleGraph, diagnostics: readonly Diagnostic[]): string {
  const script = pageScript();
  const policy = `default-src 'none'; style-src '${sourceHash(pageStyle)}'; script-src '${sourceHash(script)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>converge modules graph</title>
<style>${pageStyle}</style>
</head>
<body>
${pageMarkup}
<script type="application/json" id="plan">${scriptSafe(JSON.stringify(graphPageData(graph, diagnostics)))}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** As a content security policy names a piece of inline code. */
function sourceHash(code: string): string {
  return `sha256-${hash("sha256", code, "base64")}`;
}

/** JSON that can stand inside of a script element: nothing in it ends the element or a line. */
function scriptSafe(json: string): string {
  return json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

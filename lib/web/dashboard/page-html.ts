import { hash } from "node:crypto";

import { pageScript } from "../page/page-script.ts";
import { pageStyle } from "./page-style.ts";

/** The page and its content security policy. */
export interface PageHtml {
  readonly html: string;
  /** Allows its own style and script and its own server, and nothing else. */
  readonly policy: string;
}

/**
 * Returns the page before any data is loaded: it contains nothing of any cluster, so it is the same for all.
 */
export function pageHtml(): PageHtml {
  const script = pageScript("dashboard");
  const policy = [
    "default-src 'none'",
    "connect-src 'self'",
    `style-src '${sourceHash(pageStyle)}'`,
    `script-src '${sourceHash(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>converge</title>
<style>${pageStyle}</style>
</head>
<body>
<div id="root"></div>
<noscript>This page draws itself by a script of its own. The same is at api/v1/overview as JSON.</noscript>
<script>${script}</script>
</body>
</html>
`;
  return { html, policy };
}

/** Returns the hash of inline code as a content security policy names it. */
function sourceHash(code: string): string {
  return `sha256-${hash("sha256", code, "base64")}`;
}

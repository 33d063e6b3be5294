import { hash } from "node:crypto";

/** A page of one style, one script and no other file. */
interface PageParts {
  readonly title: string;
  readonly style: string;
  readonly script: string;
  readonly body: string;
  /** Whether a server answers with it, and with its data. A file has no network access. */
  readonly isServed: boolean;
}

/** The page and its content security policy, which a file contains and a server sends as a header. */
export interface HtmlPage {
  readonly html: string;
  /** Allows its own style and script, the server it comes from, and nothing else. */
  readonly policy: string;
}

/** Returns a page as one self-contained text. */
export function htmlPage({ title, style, script, body, isServed }: PageParts): HtmlPage {
  const policy = [
    "default-src 'none'",
    ...(isServed ? ["connect-src 'self'"] : []),
    `style-src '${sourceHash(style)}'`,
    `script-src '${sourceHash(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(isServed ? ["frame-ancestors 'none'"] : []),
  ].join("; ");
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${isServed ? "" : `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
${body}
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

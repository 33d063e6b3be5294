/** A real Chromium for the tests of pages. */
import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { type Browser, chromium, type Page } from "playwright-core";

const finder = fileURLToPath(new URL("../.ci/browser", import.meta.url));

/** Milliseconds after which waiting for the browser or a page fails. A busy machine is slow. */
const patience = 110_000;

/** Starts the Chromium that `.ci/browser` finds, without network access of its own. */
export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    timeout: patience,
    executablePath: findChromium(process.env),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  browser.on("context", (context) => {
    context.setDefaultTimeout(patience);
  });
  return browser;
}

/** The path of the Chromium for this environment. Throws the message of `.ci/browser` if there is none. */
export function findChromium(env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync(finder, { encoding: "utf8", env });
  if (status !== 0) {
    throw new Error(stderr.trim());
  }
  return stdout.trim();
}

/**
 * Opens a text as a page and passes it to `check`. Returns the problems: errors and messages of the page, and
 * every request that it made.
 */
export async function openPage(
  browser: Browser,
  html: string,
  check: (page: Page) => Promise<void>,
): Promise<readonly string[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "plan-page-"));
  const file = join(folder.path, "plan.html");
  writeFileSync(file, html);
  const page = await browser.newPage();
  const trouble: string[] = [];
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("console", (message) => trouble.push(message.text()));
  page.on("request", (request) => {
    if (request.url() !== pathToFileURL(file).href) {
      trouble.push(request.url());
    }
  });
  await page.goto(pathToFileURL(file).href);
  // The page renders in its first frame, which may come after the load event.
  await until(page, "true");
  await check(page);
  await page.close();
  return trouble;
}

/**
 * Waits until an expression is true in a frame of the page, however strict the page's Content-Security-Policy
 * is: `page.waitForFunction` evaluates a string in later frames, which a policy without `unsafe-eval`
 * refuses. Throws after 1,800 frames.
 */
export async function until(page: Page, expression: string): Promise<void> {
  for (let frame = 0; frame < 1800; frame++) {
    const isTrue = await page.evaluate<boolean>(
      `new Promise((resolve) => requestAnimationFrame(() => resolve(Boolean(${expression}))))`,
    );
    if (isTrue) {
      return;
    }
  }
  throw new Error(`not true in 1,800 frames: ${expression}`);
}

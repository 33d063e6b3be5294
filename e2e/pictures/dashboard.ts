/**
 * Takes the screenshots of the documentation from the page of a running sidecar:
 *
 * node e2e/pictures/dashboard.ts http://127.0.0.1:8080/ shop [FOLDER]
 *
 * The given unit is shown with its last run. The default FOLDER is docs/images, with files named sync-*.png.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Browser } from "playwright-core";

import { startBrowser } from "../browser.ts";

/** One screenshot. */
interface Picture {
  readonly name: string;
  readonly place: string;
  readonly width: number;
  readonly height: number;
  readonly scheme: "light" | "dark";
  /** The element to wait for before the screenshot. */
  readonly until: string;
}

function picturesOf(unit: string): readonly Picture[] {
  const place = (tab: string): string => `#/units/${encodeURIComponent(unit)}/${tab}`;
  const desktop = { width: 1200, height: 720 };
  return [
    { name: "overview", place: "#/", ...desktop, scheme: "light", until: ".unit" },
    { name: "graph", place: place("graph"), ...desktop, scheme: "light", until: ".box, .far" },
    { name: "timeline", place: place("timeline"), ...desktop, scheme: "dark", until: ".row" },
    { name: "changes", place: place("changes"), ...desktop, scheme: "light", until: "#panel" },
    { name: "trouble", place: place("trouble"), ...desktop, scheme: "dark", until: ".trouble" },
    { name: "phone", place: place("timeline"), width: 360, height: 720, scheme: "dark", until: ".row" },
  ];
}

async function takePicture(
  browser: Browser,
  url: string,
  { picture, folder }: { readonly picture: Picture; readonly folder: string },
): Promise<void> {
  const { name, place, width, height, scheme, until } = picture;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(new URL(place, url).href);
  await page.locator(until).first().waitFor({ state: "attached" });
  await page.locator("#connection[data-is=live]").waitFor();
  await page.screenshot({ path: join(folder, `sync-${name}.png`), animations: "disabled" });
  await context.close();
}

const [url, unit, folder = join(import.meta.dirname, "../../docs/images")] = process.argv.slice(2);
if (url === undefined || unit === undefined) {
  process.stderr.write("usage: node e2e/pictures/dashboard.ts URL UNIT [FOLDER]\n");
  process.exitCode = 2;
} else {
  mkdirSync(folder, { recursive: true });
  const browser = await startBrowser();
  try {
    for (const picture of picturesOf(unit)) {
      await takePicture(browser, url, { picture, folder });
    }
  } finally {
    await browser.close();
  }
}

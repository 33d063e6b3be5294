/** Screenshots of the dashboard of a running sidecar, in files named sync-*.png. */
import { join } from "node:path";

import type { Browser } from "playwright-core";

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

function picturesOf({ unit, run }: Pick<Shown, "unit" | "run">): readonly Picture[] {
  const place = (tab: string): string => `#/units/${encodeURIComponent(unit)}/${tab}/${run}`;
  const desktop = { width: 1200, height: 720 };
  const phone = { width: 390, height: 780 };
  return [
    { name: "overview", place: "#/", ...desktop, scheme: "light", until: ".unit" },
    { name: "graph", place: place("graph"), ...desktop, height: 900, scheme: "light", until: ".box, .far" },
    { name: "timeline", place: place("timeline"), ...desktop, scheme: "dark", until: ".row" },
    { name: "changes", place: place("changes"), ...desktop, scheme: "light", until: ".change" },
    { name: "trouble", place: place("trouble"), ...desktop, scheme: "dark", until: ".trouble" },
    { name: "phone", place: place("timeline"), ...phone, scheme: "dark", until: ".row" },
  ];
}

/** The dashboard, and the run of a unit that is shown. */
interface Shown {
  readonly url: string;
  readonly unit: string;
  readonly run: number;
  readonly folder: string;
}

/** Takes all screenshots of a dashboard. */
export async function takeDashboard(browser: Browser, { url, unit, run, folder }: Shown): Promise<void> {
  for (const { name, place, width, height, scheme, until } of picturesOf({ unit, run })) {
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
}

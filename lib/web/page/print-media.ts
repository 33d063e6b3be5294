import type { Browser } from "./browser.ts";

/** The space for a graph on a horizontal sheet of A4 or Letter paper, in pixels, below the heading. */
export const printArea = { width: 960, height: 560 };

/** Calls `change` before the page is laid out for print and after. */
export function followPrinting(browser: Browser, change: (isPrinting: boolean) => void): void {
  const printing = browser.matchMedia("print");
  printing.addEventListener("change", () => change(printing.matches));
  // Browsers differ in which of these events come before the page is laid out.
  browser.addEventListener("beforeprint", () => change(true));
  browser.addEventListener("afterprint", () => change(false));
}

import type { Browser, CDPSession, Page } from "playwright-core";

/** A page under measurement, in a browser context of its own. */
export interface MeasuredPage {
  readonly page: Page;
  /** Milliseconds from the navigation until the first frame with the sought element was presented. */
  readonly firstPaint: number;
  /** The size of the JavaScript heap in MiB, garbage included. */
  readonly heap: () => Promise<number>;
  /** The size of the JavaScript heap in MiB after a garbage collection. */
  readonly liveHeap: () => Promise<number>;
  /**
   * The time from the call of `act` until the first frame in which the expression is true was presented, in
   * milliseconds.
   */
  readonly untilShown: (expression: string, act: () => void) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Calls back after the next frame has been presented. Runs in the browser. */
const helpers = `window.presented = (callback) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = callback;
  channel.port2.postMessage("");
});`;

/** No figure may take longer than this, in milliseconds. */
const deadline = 30_000;

function withinDeadline(promise: string): string {
  const late = `setTimeout(() => reject(new Error("not shown in time")), ${deadline})`;
  return `Promise.race([${promise}, new Promise((_, reject) => ${late})])`;
}

/** Opens a page in an empty cache and waits until it shows an element of that selector. */
export async function openMeasured(browser: Browser, url: string, selector: string): Promise<MeasuredPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(deadline);
  await page.addInitScript(`${helpers} window.painted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(${JSON.stringify(selector)}) !== null) {
        observer.disconnect();
        presented(() => resolve(performance.now()));
      }
    });
    observer.observe(document, { childList: true, subtree: true });
  });`);
  const devTools = await context.newCDPSession(page);
  await devTools.send("Performance.enable");
  await page.goto(url);
  const firstPaint = await page.evaluate<number>(withinDeadline("window.painted"));
  return {
    page,
    firstPaint,
    heap: () => heapOf(devTools),
    liveHeap: async () => {
      await devTools.send("HeapProfiler.collectGarbage");
      return heapOf(devTools);
    },
    untilShown: (expression, act) => untilShown(page, expression, act),
    close: () => context.close(),
  };
}

async function heapOf(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN) / 2 ** 20;
}

/** Both clocks are that of this machine. */
async function untilShown(page: Page, expression: string, act: () => void): Promise<number> {
  await page.evaluate(`window.shown = new Promise((resolve) => {
    const check = () => {
      if (${expression}) {
        presented(() => resolve(performance.timeOrigin + performance.now()));
      } else {
        requestAnimationFrame(check);
      }
    };
    check();
  }); undefined`);
  const began = performance.timeOrigin + performance.now();
  act();
  return (await page.evaluate<number>(withinDeadline("window.shown"))) - began;
}

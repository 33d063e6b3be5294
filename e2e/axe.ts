/** Accessibility checks of a page by axe-core. */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** The success criteria that the pages meet: WCAG 2.0, 2.1 and 2.2 at levels A and AA, and best practices. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Returns the violations of the page as it is shown now: the rule, the element and the explanation. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${axe.source}; undefined`);
  return page.evaluate<readonly string[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 160) + " " + failureSummary)))`,
  );
}

/** Checks of a graph in a real browser for places that could be misread. */
import type { Page } from "playwright-core";

/**
 * Lists every card that a line runs below, and counts the points of lines that were checked: one for each two
 * units of length. Cards are identified by their text.
 */
export async function linesBelowCards(
  page: Page,
  { lines, cards }: { readonly lines: string; readonly cards: string },
): Promise<{ readonly below: readonly string[]; readonly points: number }> {
  return page.evaluate<{ below: string[]; points: number }>(`(() => {
    const cards = [...document.querySelectorAll(${JSON.stringify(cards)})].map((card) => ({
      area: (card.querySelector(".card") ?? card).getBoundingClientRect(),
      text: card.textContent,
    }));
    const below = new Set();
    let points = 0;
    for (const line of document.querySelectorAll(${JSON.stringify(lines)})) {
      if (line.getTotalLength() === 0) continue;
      const toScreen = line.getScreenCTM();
      for (let at = 0; at <= line.getTotalLength(); at += 2) {
        const { x, y } = line.getPointAtLength(at).matrixTransform(toScreen);
        points++;
        for (const { area, text } of cards) {
          if (x > area.left + 1 && x < area.right - 1 && y > area.top + 1 && y < area.bottom - 1) below.add(text);
        }
      }
    }
    return { below: [...below], points };
  })()`);
}

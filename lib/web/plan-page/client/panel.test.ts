import test from "ava";

import type { BrowserElement } from "./browser.ts";
import type { PlanPage } from "./page.ts";
import { section } from "./panel.ts";

/** As much of an element as a list needs: it holds its children and can be clicked. */
class ListElement {
  readonly children: unknown[] = [];
  readonly #listeners: (() => void)[] = [];
  textContent = "";

  append(...children: readonly unknown[]): void {
    for (const child of children) {
      this.children.push(child);
    }
  }

  addEventListener(_: string, listener: () => void): void {
    this.#listeners.push(listener);
  }

  click(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }

  setAttribute(): void {
    // Looks do not matter here.
  }

  remove(): void {
    this.textContent = "removed";
  }
}

const page = { browser: { document: { createElement: () => new ListElement() } } } as unknown as PlanPage;

test("a list of very many entries shows the first hundred, and all of them on demand", (t) => {
  const total = 200_000;
  const entry = new ListElement() as unknown as BrowserElement;
  const made = section(
    page,
    "Waited for by",
    Array.from({ length: total }, () => () => entry),
  );
  const [, list, more] = made as unknown as readonly ListElement[];
  t.is(list?.children.length, 100);
  t.is(more?.textContent, "Show all 200000");
  more?.click();
  t.is(list?.children.length, total);
  t.is(more?.textContent, "removed");
});

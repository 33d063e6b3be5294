import test from "ava";
import * as fc from "fast-check";

import type { BrowserDocument, BrowserElement } from "./browser.ts";
import { mount, node, type VNode, patch } from "./virtual-dom.ts";

function byName([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return left < right ? -1 : 1;
}

/** The parts of a DOM element that the virtual DOM uses. */
class FakeElement {
  readonly tag: string;
  readonly attributes = new Map<string, string>();
  readonly childNodes: FakeElement[] = [];
  readonly style = {
    setProperty: (name: string, value: string): void => {
      this.attributes.set(`style:${name}`, value);
    },
  };
  parent: FakeElement | undefined;
  #text = "";

  constructor(tag: string) {
    this.tag = tag;
  }

  get textContent(): string {
    return this.#text;
  }

  set textContent(text: string) {
    this.childNodes.length = 0;
    this.#text = text;
  }

  append(child: FakeElement): void {
    this.insertBefore(child, null);
  }

  insertBefore(child: FakeElement, before: FakeElement | null): void {
    child.remove();
    const place = before === null ? this.childNodes.length : this.childNodes.indexOf(before);
    this.childNodes.splice(place, 0, child);
    child.parent = this;
  }

  remove(): void {
    const siblings = this.parent?.childNodes ?? [];
    const place = siblings.indexOf(this);
    if (place !== -1) {
      siblings.splice(place, 1);
    }
    this.parent = undefined;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  /** The rendered tree. */
  shown(): unknown {
    const inside = this.childNodes.length > 0 ? this.childNodes.map((child) => child.shown()) : this.#text;
    return [this.tag, [...this.attributes].filter(([, value]) => value !== "").toSorted(byName), inside];
  }
}

const document = {
  createElement: (tag: string) => new FakeElement(tag),
  createElementNS: (_: string, tag: string) => new FakeElement(tag),
} as unknown as BrowserDocument;

function fakeElementOf(element: BrowserElement): FakeElement {
  return element as unknown as FakeElement;
}

const { tree: trees } = fc.letrec<{ tree: VNode }>((tie) => ({
  tree: fc
    .record({
      tag: fc.constantFrom("div", "span", "li"),
      key: fc.option(fc.constantFrom("a", "b", "c", "d"), { nil: undefined }),
      look: fc.option(fc.constantFrom("x", "y"), { nil: undefined }),
      left: fc.option(fc.constantFrom("1px", "2px"), { nil: undefined }),
      inside: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom("", "text", "other"),
        fc.array(tie("tree"), { maxLength: 5 }),
      ),
    })
    .map(({ tag, key, look, left, inside }) => {
      const children = typeof inside === "string" ? inside : uniqueKeys(inside);
      return node(tag, { key, class: look, "style:left": left }, children);
    }),
}));

/** Removes siblings with the same key, which would share one element. */
function uniqueKeys(children: readonly VNode[]): readonly VNode[] {
  const seen = new Set<string>();
  return children.filter(({ tag, attributes }) => {
    const key = `${tag} ${attributes.get("key") ?? ""}`;
    const isNew = !attributes.has("key") || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function root(tree: VNode): VNode {
  return node("main", [tree]);
}

function list(...keys: readonly string[]): VNode {
  return node(
    "ul",
    keys.map((key) => node("li", { key }, key)),
  );
}

test("a patched tree equals a newly mounted one", (t) => {
  fc.assert(
    fc.property(trees, fc.array(trees, { minLength: 1, maxLength: 4 }), (first, others) => {
      const mounted = mount(document, root(first));
      for (const tree of others) {
        patch(document, mounted, root(tree));
        t.deepEqual(
          fakeElementOf(mounted.element).shown(),
          fakeElementOf(mount(document, root(tree)).element).shown(),
        );
      }
    }),
  );
});

test("an element with the same key is reused", (t) => {
  const mounted = mount(document, list("a", "b", "c"));
  const [, second] = fakeElementOf(mounted.element).childNodes;
  patch(document, mounted, list("c", "b", "d"));
  t.deepEqual(
    fakeElementOf(mounted.element).childNodes.map(({ textContent }) => textContent),
    ["c", "b", "d"],
  );
  t.is(fakeElementOf(mounted.element).childNodes[1], second);
});

test("markup in text and attributes is not interpreted", (t) => {
  const mounted = mount(document, node("p", { title: `"><img onerror=x>` }, "<img src=x onerror=alert(1)>"));
  t.deepEqual(fakeElementOf(mounted.element).shown(), [
    "p",
    [["title", `"><img onerror=x>`]],
    "<img src=x onerror=alert(1)>",
  ]);
});

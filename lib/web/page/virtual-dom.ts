import type { BrowserDocument, BrowserElement } from "./browser.ts";

/**
 * A node of the virtual DOM: an element with attributes that this code names, and either a text or elements
 * in it. All data from a cluster is a text or the value of an attribute that nothing executes.
 */
export interface VNode {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly VNode[];
  readonly text: string;
}

/** A node as it is mounted in the page. */
interface Mounted {
  readonly element: BrowserElement;
  tree: VNode;
  children: readonly Mounted[];
}

/**
 * Attributes by name; `key` identifies an element among its siblings, `style:left` is a property of its
 * style. Undefined ones are left out.
 */
export interface Attributes {
  readonly [name: string]: string | number | undefined;
}

/** The content of an element: a text or elements; undefined elements are left out. */
export type Inside = string | readonly (VNode | undefined)[];

/** Creates an element: `node("span.chip.soft", { title: "…" }, "text")`, `node("p", "text")`. */
export function node(name: string, inside?: Inside): VNode;
export function node(name: string, attributes: Attributes, inside?: Inside): VNode;
export function node(name: string, first: Attributes | Inside = "", second: Inside = ""): VNode {
  const [tag = "", ...classes] = name.split(".");
  const [attributes, inside] = isInside(first) ? [{}, first] : [first, second];
  const all = new Map<string, string>(classes.length === 0 ? [] : [["class", classes.join(" ")]]);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) {
      all.set(key, String(value));
    }
  }
  return {
    tag,
    attributes: all,
    children: typeof inside === "string" ? [] : inside.filter((child) => child !== undefined),
    text: typeof inside === "string" ? inside : "",
  };
}

function isInside(value: Attributes | Inside): value is Inside {
  return typeof value === "string" || Array.isArray(value);
}

/** Trees that are expensive to build, by name, with the values that they were built from. */
export type KeptTrees = Map<string, { readonly of: readonly unknown[]; readonly tree: VNode }>;

/** Returns the tree of that name; builds it again if a value differs. A tree that is kept needs no patch. */
export function keptTree(
  trees: KeptTrees,
  name: string,
  { of, make }: { readonly of: readonly unknown[]; readonly make: () => VNode },
): VNode {
  const known = trees.get(name);
  if (known?.of.length === of.length && known.of.every((value, index) => value === of[index])) {
    return known.tree;
  }
  const tree = make();
  trees.set(name, { of, tree });
  return tree;
}

const shapes = new Set(["svg", "g", "path", "rect"]);

/** Creates the DOM elements of a tree. */
export function mount(document: BrowserDocument, tree: VNode): Mounted {
  const element = shapes.has(tree.tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tree.tag)
    : document.createElement(tree.tag);
  for (const [name, value] of tree.attributes) {
    setAttribute(element, name, value);
  }
  if (tree.text !== "") {
    element.textContent = tree.text;
  }
  const children = tree.children.map((child) => mount(document, child));
  for (const child of children) {
    element.append(child.element);
  }
  return { element, tree, children };
}

/**
 * Updates a mounted tree to the new one and touches nothing that is unchanged, so focus and scroll position
 * stay.
 */
export function patch(document: BrowserDocument, mounted: Mounted, tree: VNode): void {
  const { element, tree: before } = mounted;
  if (before === tree) {
    return;
  }
  updateAttributes(element, before, tree);
  if (tree.children.length > 0 || before.children.length > 0) {
    updateChildren(document, mounted, tree);
  } else if (tree.text !== before.text) {
    element.textContent = tree.text;
  }
  mounted.tree = tree;
}

/** Sets the attributes that differ, and removes those that are gone. */
function updateAttributes(element: BrowserElement, before: VNode, tree: VNode): void {
  for (const [name, value] of tree.attributes) {
    if (before.attributes.get(name) !== value) {
      setAttribute(element, name, value);
    }
  }
  for (const name of before.attributes.keys()) {
    if (!tree.attributes.has(name)) {
      setAttribute(element, name, "");
      element.removeAttribute(name);
    }
  }
}

/** Keeps the elements whose keys remain, and creates the others. */
function updateChildren(document: BrowserDocument, mounted: Mounted, tree: VNode): void {
  const { element } = mounted;
  if (mounted.tree.text !== "") {
    element.textContent = "";
  }
  const kept = new Map(mounted.children.map((child, index) => [nodeKey(child.tree, index), child]));
  const children = tree.children.map((child, index) => {
    const key = nodeKey(child, index);
    const found = kept.get(key);
    if (found === undefined) {
      return mount(document, child);
    }
    kept.delete(key);
    patch(document, found, child);
    return found;
  });
  for (const gone of kept.values()) {
    gone.element.remove();
  }
  for (const [index, child] of children.entries()) {
    const there = element.childNodes[index];
    if (there !== child.element) {
      element.insertBefore(child.element, there ?? null);
    }
  }
  if (children.length === 0 && tree.text !== "") {
    element.textContent = tree.text;
  }
  mounted.children = children;
}

/** Returns the key that identifies an element among its siblings. */
function nodeKey({ tag, attributes }: VNode, index: number): string {
  return `${tag} ${attributes.get("key") ?? `number ${index}`}`;
}

/** Sets an attribute; styles are set as properties, which the content security policy allows. */
function setAttribute(element: BrowserElement, name: string, value: string): void {
  if (name.startsWith("style:")) {
    element.style.setProperty(name.slice("style:".length), value);
  } else if (name !== "key") {
    element.setAttribute(name, value);
  }
}

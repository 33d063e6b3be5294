import { node, type VNode } from "./virtual-dom.ts";

/** The content of the help of a page. */
interface Help {
  /** Each key with what it does. */
  readonly keys: readonly (readonly [key: string, effect: string])[];
  /** The content below the list of keys. */
  readonly more: readonly VNode[];
}

/** Renders the button that opens the help. */
export function helpButton(): VNode {
  const facts = {
    type: "button",
    "data-do": "help",
    "aria-label": "Keyboard shortcuts",
    title: "Keyboard shortcuts (?)",
  };
  return node("button.plain.help", facts, "?");
}

/** Renders the help as a dialog, which is closed at first. The browser closes it on Escape. */
export function helpDialog({ keys, more }: Help): VNode {
  return node("dialog", { id: "help", key: "help", "aria-labelledby": "help-title" }, [
    node("h2", { id: "help-title" }, "Keyboard shortcuts"),
    node(
      "dl.keys",
      keys.flatMap(([key, effect]) => [node("dt", [node("kbd", key)]), node("dd", effect)]),
    ),
    ...more,
    node("button.plain", { type: "button", "data-do": "close-help", autofocus: "" }, "Close"),
  ]);
}

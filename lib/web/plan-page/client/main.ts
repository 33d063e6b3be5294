import { zoomButtons } from "../../graph-view/graph.ts";
import {
  clickCommand,
  type InteractiveGraph,
  keyCommand,
  wireGraph,
  zoomByCommand,
} from "../../graph-view/graph-events.ts";
import { arrangeViewport, enterPrint, leavePrint, openDrawing } from "../../graph-view/viewport.ts";
import { type Browser, type BrowserEvent, elementOf, oncePerFrame } from "../../page/browser.ts";
import { helpButton, helpDialog } from "../../page/help-dialog.ts";
import { followPrinting, printArea } from "../../page/print-media.ts";
import { keptTree, mount, node, patch, type VNode } from "../../page/virtual-dom.ts";
import { panelTree } from "./panel.ts";
import { linkedObject, makePlanState, matches, type PlanState, search, setSelection } from "./plan-state.ts";
import { stageTree } from "./stage.ts";

/** The global object of the browser that runs this script. */
declare const window: Browser;

/** Draws the page and registers its handlers. */
function startPage(browser: Browser): void {
  const { document } = browser;
  const plan = makePlanState(browser);
  setSelection(plan, linkedObject(plan));
  const mounted = mount(document, pageTree(plan));
  elementOf(document, "root").append(mounted.element);
  const draw = (): void => {
    patch(document, mounted, pageTree(plan));
    arrange(plan, redraw);
  };
  const redraw = oncePerFrame(browser, draw);
  arrange(plan, redraw);
  const { view, drawing } = plan;
  const graph = { browser, id: "stage", view, wheelZooms: true, drawing: () => drawing, redraw };
  wireGraph(graph);
  wirePage(plan, graph, draw);
}

/** Opens the drawing once its viewport has a size: at the linked object, or else whole. */
function arrange({ browser, view, drawing, selected }: PlanState, redraw: () => void): void {
  const open = (again: boolean): void => {
    if (!again || selected === -1) {
      openDrawing(view, drawing, selected);
    }
  };
  if (arrangeViewport(view, elementOf(browser.document, "stage"), { name: "plan", open })) {
    redraw();
  }
}

function pageTree(plan: PlanState): VNode {
  const { data, kept, selected, expanded } = plan;
  return node("div", { id: "app" }, [
    keptTree(kept, "header", { of: [], make: () => headerTree(data.title, data.summary) }),
    node("main", { key: "main" }, [stageTree(plan)]),
    keptTree(kept, "help", { of: [], make: helpTree }),
    keptTree(kept, "panel", { of: [selected, plan.search, expanded], make: () => panelTree(plan) }),
    node("div.unseen", { key: "status", id: "status", role: "status" }, plan.said),
  ]);
}

function headerTree(title: string, summary: string): VNode {
  return node("header", [
    node("h1", { id: "title" }, title),
    node("span.summary", { id: "summary" }, summary),
    node("span.space"),
    node("input", {
      id: "search",
      type: "search",
      placeholder: "Find an object  ( / )",
      "aria-label": "Find an object",
      autocomplete: "off",
      spellcheck: "false",
    }),
    zoomButtons(),
    helpButton(),
  ]);
}

const keys = [
  ["/", "find an object by name; Enter selects the first match"],
  ["Arrow keys", "select the next object in that direction"],
  ["+ − 0", "zoom in, zoom out, show the whole graph"],
  ["Esc", "clear the search and the selection"],
  ["?", "show this list"],
] as const;

function helpTree(): VNode {
  return helpDialog({
    keys,
    more: [
      node("h2", "Mouse and touch"),
      node("p.soft", "Scroll the wheel to zoom, drag to move. Click an object to see what it waits for."),
    ],
  });
}

/** Registers the handlers of the search field, of clicks and keys; what they change is drawn at once. */
function wirePage(plan: PlanState, graph: InteractiveGraph, draw: () => void): void {
  const { document } = plan.browser;
  document.addEventListener("input", ({ target }) => {
    search(plan, target.value);
    draw();
  });
  document.addEventListener("click", (event) => {
    runCommand(plan, clickCommand(graph, event));
    draw();
  });
  document.addEventListener("keydown", (event) => {
    const isShortcut = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isShortcut && event.target.closest("dialog") === null) {
      handleKey(plan, event);
      draw();
    }
  });
  plan.browser.addEventListener("resize", graph.redraw);
  followPrinting(plan.browser, (isPrinting) => {
    if (isPrinting) {
      enterPrint(plan.view, plan.drawing, printArea);
    } else {
      leavePrint(plan.view);
    }
    draw();
  });
}

/** Runs the command of a button, a key or a click: `select:12`, `fit`. */
function runCommand(plan: PlanState, command: string): void {
  const [verb, object = ""] = command.split(":");
  if (verb === "expand") {
    plan.expanded = object;
  } else if (verb === "help") {
    elementOf(plan.browser.document, "help").showModal();
  } else if (verb === "close-help") {
    elementOf(plan.browser.document, "help").close();
  } else if (verb === "unselect") {
    setSelection(plan, -1);
  } else if (verb === "select" && plan.data.objects[Number(object)] !== undefined) {
    setSelection(plan, Number(object));
  }
  zoomByCommand(plan.view, plan.drawing, command);
}

/** Handles keys: `/` searches, `?` opens the help, Escape clears the selection, others move the view. */
function handleKey(plan: PlanState, event: BrowserEvent): void {
  const { browser, data, drawing, selected } = plan;
  const field = elementOf(browser.document, "search");
  const stage = elementOf(browser.document, "stage");
  if (event.key === "Escape") {
    field.value = "";
    search(plan, "");
    stage.focus();
  } else if (event.target.id === "search") {
    const [first] = event.key === "Enter" ? matches(data, field.value) : [];
    if (first !== undefined) {
      setSelection(plan, first);
      stage.focus();
    }
  } else if (event.key === "/") {
    event.preventDefault();
    field.focus();
  } else if (event.key === "?") {
    runCommand(plan, "help");
  } else if (event.target.closest("#stage") !== null) {
    const command = keyCommand(drawing, selected, event.key);
    if (command !== "") {
      event.preventDefault();
      runCommand(plan, command);
    }
  }
}

startPage(window);

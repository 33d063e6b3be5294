import * as draw from "./draw.ts";
import * as keys from "./keys.ts";
import * as page from "./page.ts";
import * as panel from "./panel.ts";
import * as channels from "../graph-view/route/channels.ts";
import * as corridors from "../graph-view/route/corridors.ts";
import * as nets from "../graph-view/route/nets.ts";
import * as path from "../graph-view/route/path.ts";
import * as selection from "./selection.ts";
import { startPage } from "./start.ts";
import * as start from "./start.ts";
import * as view from "./view.ts";

/**
 * Returns the script of the page: the functions of this folder and of the line router, printed from their
 * source, so they are checked and linted like any other code. They may therefore use only each other and the
 * browser passed to them, and no constants of their module.
 */
export function pageScript(): string {
  const modules = [draw, keys, page, panel, channels, corridors, nets, path, selection, start, view];
  const functions = modules.flatMap((module) => Object.values(module));
  return `"use strict";\n${functions.map(String).join("\n")}\n${startPage.name}(window);\n`;
}

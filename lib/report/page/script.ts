import * as draw from "./draw.ts";
import * as keys from "./keys.ts";
import * as page from "./page.ts";
import * as panel from "./panel.ts";
import * as selection from "./select.ts";
import { startPage } from "./start.ts";
import * as start from "./start.ts";
import * as view from "./view.ts";

/**
 * The script of the page: the functions of this folder as they stand here, checked and linted like any other, written
 * out one after the other. So they may use nothing but each other, the browser they are given, and no constants
 * of their module.
 */
export function pageScript(): string {
  const functions = [draw, keys, page, panel, selection, start, view].flatMap((module) =>
    Object.values(module),
  );
  return `"use strict";\n${functions.map(String).join("\n")}\n${startPage.name}(window);\n`;
}

import * as channels from "../graph-view/route/channels.ts";
import * as corridors from "../graph-view/route/corridors.ts";
import * as nets from "../graph-view/route/nets.ts";
import * as paths from "../graph-view/route/path.ts";
import * as acts from "./client/actions.ts";
import * as app from "./client/app.ts";
import * as chain from "./client/blocking-chain.ts";
import * as commitLink from "./client/commit-link.ts";
import * as changes from "./client/changes.ts";
import * as details from "./client/object-details.ts";
import * as follow from "./client/event-source.ts";
import * as frame from "./client/render-loop.ts";
import * as observation from "./client/graph-viewport.ts";
import * as graph from "./client/graph.ts";
import * as header from "./client/header.ts";
import * as keys from "./client/keyboard.ts";
import * as notices from "./client/notices.ts";
import * as overview from "./client/overview.ts";
import * as runs from "./client/runs.ts";
import * as stand from "./client/object-status.ts";
import { startPage } from "./client/main.ts";
import * as start from "./client/main.ts";
import * as timelineViewport from "./client/timeline-sight.ts";
import * as timeline from "./client/timeline.ts";
import * as tree from "./client/virtual-dom.ts";
import * as parts from "./client/problem-details.ts";
import * as trouble from "./client/problems.ts";
import * as unit from "./client/unit.ts";
import * as words from "./client/format.ts";

const modules = [
  acts,
  app,
  chain,
  changes,
  commitLink,
  channels,
  corridors,
  nets,
  paths,
  details,
  follow,
  frame,
  observation,
  graph,
  header,
  keys,
  notices,
  overview,
  runs,
  stand,
  start,
  timeline,
  timelineViewport,
  tree,
  parts,
  trouble,
  unit,
  words,
] as const;

/**
 * Returns the script of the page: the functions of `client/` and of the line router, printed from their
 * source, so they are checked and linted like any other code. They may therefore use only each other and the
 * browser passed to them, and no constants of their module.
 */
export function pageScript(): string {
  const functions = modules.flatMap((module) => Object.values(module));
  return `"use strict";\n${functions.map(String).join("\n")}\n${startPage.name}(window);\n`;
}

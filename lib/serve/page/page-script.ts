import * as channels from "../../report/page/route/channels.ts";
import * as corridors from "../../report/page/route/corridors.ts";
import * as nets from "../../report/page/route/nets.ts";
import * as paths from "../../report/page/route/path.ts";
import * as acts from "./client/act.ts";
import * as app from "./client/app.ts";
import * as chain from "./client/chain.ts";
import * as commitLink from "./client/commit-link.ts";
import * as changes from "./client/changes.ts";
import * as details from "./client/details.ts";
import * as follow from "./client/follow.ts";
import * as frame from "./client/frame.ts";
import * as observation from "./client/graph-sight.ts";
import * as graph from "./client/graph.ts";
import * as header from "./client/header.ts";
import * as keys from "./client/keys.ts";
import * as notices from "./client/news.ts";
import * as overview from "./client/overview.ts";
import * as runs from "./client/runs.ts";
import * as stand from "./client/stand.ts";
import { startPage } from "./client/start.ts";
import * as start from "./client/start.ts";
import * as timelineViewport from "./client/timeline-sight.ts";
import * as timeline from "./client/timeline.ts";
import * as tree from "./client/tree.ts";
import * as parts from "./client/trouble-parts.ts";
import * as trouble from "./client/trouble.ts";
import * as unit from "./client/unit.ts";
import * as words from "./client/words.ts";

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
 * The script of the page: the functions of `client/`, and those that route its lines, as they stand there, checked and linted like any other, written out one after the
 * other. So they may use nothing but each other, the browser they are given, and no constants of their module.
 */
export function pageScript(): string {
  const functions = modules.flatMap((module) => Object.values(module));
  return `"use strict";\n${functions.map(String).join("\n")}\n${startPage.name}(window);\n`;
}

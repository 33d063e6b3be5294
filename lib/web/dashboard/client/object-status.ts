import type { ObjectView } from "../run-view.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";

/** Returns both axes of an object as one word, which also names its colour and its icon. */
export function statusOf(
  object: Pick<ObjectView, "actuation" | "reconcile" | "change" | "sentAt" | "operation">,
): string {
  const { actuation, reconcile, change, sentAt, operation } = object;
  if (reconcile === "Timeout") {
    return "timeout";
  }
  if (actuation === "Failed" || reconcile === "Failed") {
    return "failed";
  }
  if (actuation === "Skipped") {
    return "skipped";
  }
  if (reconcile === "Suspended") {
    return "suspended";
  }
  if (reconcile === "Succeeded") {
    return doneStand(change, operation);
  }
  if (actuation === "Succeeded") {
    return reconcile === "Skipped" ? "written" : "progressing";
  }
  return sentAt === undefined ? "waiting" : "sending";
}

/** Returns the status of an object that is done. */
function doneStand(change: string | undefined, operation: string): string {
  if (operation === "prune" || operation === "delete") {
    return "gone";
  }
  return change === undefined || change === "unchanged" ? "unchanged" : "ready";
}

/** Reports whether the status is final. */
export function isOver(status: string): boolean {
  return !["waiting", "sending", "progressing"].includes(status);
}

/** Reports whether dependents of the object no longer have to wait for it. */
export function isHealthyStatus(status: string): boolean {
  return ["ready", "unchanged", "suspended", "written", "gone"].includes(status);
}

/** Describes a status in words. */
export function objectStatusText(status: string): string {
  const words = new Map([
    ["waiting", "waiting to be applied"],
    ["sending", "being applied"],
    ["progressing", "applied, not ready yet"],
    ["ready", "changed and ready"],
    ["unchanged", "ready, unchanged"],
    ["suspended", "applied, work on it is paused"],
    ["written", "applied, readiness not checked"],
    ["gone", "deleted"],
    ["skipped", "skipped"],
    ["failed", "failed"],
    ["timeout", "timed out"],
  ]);
  return words.get(status) ?? status;
}

/** Renders the icon of a status or a phase, distinguishable without colours. */
export function icon(name: string): VNode {
  return node("svg.icon", { viewBox: "0 0 16 16", "aria-hidden": "true" }, [
    node("path", { d: iconPath(name.toLowerCase()), "fill-rule": "evenodd" }),
  ]);
}

/** Returns the outline of an icon in a 16 × 16 square. */
function iconPath(name: string): string {
  const disc = "M8 1a7 7 0 1 0 0 14a7 7 0 0 0 0-14z";
  const wake = `${disc}M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11z`;
  const check = "M6.9 11.3 3.8 8.2 5 7l1.9 1.9L11 4.8 12.2 6z";
  const octagon = "M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z";
  const cross = "M5.1 6.2 6.2 5.1 8 6.9l1.8-1.8 1.1 1.1L9.1 8l1.8 1.8-1.1 1.1L8 9.1l-1.8 1.8-1.1-1.1L6.9 8z";
  const mark = "M7.2 4h1.6v5H7.2zM7.2 10.4h1.6V12H7.2z";
  const bars = "M5.4 5h1.7v6H5.4zM8.9 5h1.7v6H8.9z";
  const deps = "M7.3 4h1.4v3.6l2.5 1.5-.7 1.2-3.2-1.9z";
  const half = "M8 2.5v11a5.5 5.5 0 0 0 0-11z";
  const arrow = "M8 3.9 11.7 7.6l-1.1 1.1-1.8-1.8V12H7.2V6.9L5.4 8.7 4.3 7.6z";
  const paths = new Map([
    ["ready", disc + check],
    ["unchanged", wake + check],
    ["written", "M6.5 12.4 2 7.9l1.4-1.4 3.1 3.1 6.1-6.1L14 4.9z"],
    ["progressing", wake + half],
    ["reconciling", wake + half],
    ["sending", disc + arrow],
    ["skipped", `${wake}M3.9 5 5 3.9l7.1 7.1-1.1 1.1z`],
    ["failed", octagon + cross],
    ["stalled", octagon + mark],
    ["timeout", "M8 .8 15.6 14.4H.4zM7.2 5.6h1.6v4.6H7.2zM7.2 11.3h1.6v1.6H7.2z"],
    ["suspended", disc + bars],
    ["blocked", wake + deps],
    ["awaitingapproval", wake + deps],
    ["elsewhere", `${wake}M7.5 5.6l1.1-1.1L12 8l-3.4 3.5-1.1-1.1 1.6-1.6H4.3V7.2h4.8z`],
    ["gone", `${wake}M4.8 7.2h6.4v1.6H4.8z`],
  ]);
  return paths.get(name) ?? "M8 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM8 5.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5z";
}

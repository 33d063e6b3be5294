/** What the API server itself has heard, and when: the witness of every order that a test claims. */
import { randomUUID } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

import type { Client } from "./api.ts";

/** A moment in the server's life: a place in its log, and the time at which it received a request of ours. */
export interface AuditMark {
  readonly place: number;
  readonly received: string;
}

/** One request, at one stage of its life. Times are RFC 3339 with microseconds. */
export interface AuditEvent {
  readonly auditID: string;
  /** A watch has two events: when it began to answer, and when it ended. All others have the last one. */
  readonly stage: "ResponseStarted" | "ResponseComplete" | "Panic";
  readonly verb: string;
  /** With its query: whether it was a dry run stands there. */
  readonly requestURI: string;
  readonly user: { readonly username: string; readonly groups?: readonly string[] };
  readonly impersonatedUser?: { readonly username: string; readonly groups?: readonly string[] };
  readonly userAgent?: string;
  readonly objectRef?: {
    readonly resource: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly apiGroup?: string;
    readonly apiVersion: string;
    readonly subresource?: string;
  };
  readonly responseStatus?: { readonly code: number; readonly reason?: string };
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
}

/** A log, and a client of the server that writes it. */
export interface AuditLog {
  readonly path: string;
  readonly client: Client;
}

/** Now, by the server's own clock. */
export async function markAudit(log: AuditLog): Promise<AuditMark> {
  const { size: place } = await stat(log.path);
  const received = (await readToProbe(log, place)).at(-1)?.requestReceivedTimestamp ?? "";
  return { place, received };
}

/**
 * The requests that the server received after a mark, in the order in which it was done with them, all of
 * those that are over by now. `namespace` leaves the ones about what is in it.
 */
export async function readAudit(
  log: AuditLog,
  { place, received }: AuditMark,
  namespace?: string,
): Promise<readonly AuditEvent[]> {
  const events = (await readToProbe(log, place)).slice(0, -1);
  return events.filter(
    (event) =>
      event.requestReceivedTimestamp > received && (namespace === undefined || isAbout(event, namespace)),
  );
}

/**
 * The events behind a place. A request of our own is sent, and the log is read until that one stands in it,
 * as the last.
 */
async function readToProbe({ path, client }: AuditLog, place: number): Promise<readonly AuditEvent[]> {
  const probe = `/api/v1/namespaces/default/configmaps/${randomUUID()}`;
  await client.api("GET", probe);
  for (;;) {
    const lines = (await readFrom(path, place)).split("\n");
    const end = lines.slice(0, -1).findIndex((line) => line.includes(probe));
    if (end >= 0) {
      return lines.slice(0, end + 1).map((line): AuditEvent => JSON.parse(line));
    }
    await pause(5);
  }
}

function isAbout({ objectRef }: AuditEvent, namespace: string): boolean {
  return objectRef?.namespace === namespace;
}

/**
 * The log from the first line that begins at a place or behind it: the server may have been in the middle of
 * one.
 */
async function readFrom(path: string, place: number): Promise<string> {
  await using file = await open(path);
  const { size } = await file.stat();
  const from = Math.max(0, place - 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  const text = buffer.toString("utf8", 0, bytesRead);
  return place === 0 ? text : text.slice(text.indexOf("\n") + 1);
}

/** The audit log of the API server, from which tests prove the order of requests. */
import { randomUUID } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

import type { Client } from "./api.ts";

/**
 * A moment in the audit log: an offset in the file, and the time at which it received a request of the test.
 */
export interface AuditMark {
  readonly place: number;
  readonly received: string;
}

/** One request, at one stage. Times are RFC 3339 with microseconds. */
export interface AuditEvent {
  readonly auditID: string;
  /** A watch has two events: when its response started, and when it ended. All others have the last one. */
  readonly stage: "ResponseStarted" | "ResponseComplete" | "Panic";
  readonly verb: string;
  /** With its query, which shows whether it was a dry run. */
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

/** Marks the present moment, by the server's clock. */
export async function markAudit(log: AuditLog): Promise<AuditMark> {
  const { size: place } = await stat(log.path);
  const received = (await readToProbe(log, place)).at(-1)?.requestReceivedTimestamp ?? "";
  return { place, received };
}

/**
 * The requests that the server received after a mark and has finished, in the order in which it finished
 * them. `namespace` selects those for objects in it.
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

/** The events after an offset. Sends a probe request, and reads the log until the probe is its last entry. */
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

/** The log from the first line that begins at or after an offset: the server may have been writing a line. */
async function readFrom(path: string, place: number): Promise<string> {
  await using file = await open(path);
  const { size } = await file.stat();
  const from = Math.max(0, place - 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  const text = buffer.toString("utf8", 0, bytesRead);
  return place === 0 ? text : text.slice(text.indexOf("\n") + 1);
}

import { createHmac } from "node:crypto";

import type { SyncEventSink } from "../../sync/sync-event.ts";
import type { NotificationTarget } from "../../sync/unit/unit.ts";
import type { DeliveryFacts, MakeRequest } from "./deliver.ts";
import { DeliveryQueue } from "./delivery-queue.ts";
import { githubRepository, githubStatuses, type GithubStatus } from "./github-status.ts";
import { type Notification, createNotificationFilter } from "./notification.ts";
import { webhookBody } from "./webhook-body.ts";

/** What telling others needs. */
export interface NotifierFacts extends DeliveryFacts {
  /** The name of the sidecar. */
  readonly sync: string;
  readonly notifications: readonly NotificationTarget[];
  /** The address of the repository of a unit; undefined where there is no such unit. */
  readonly urlOf: (unit: string) => string | undefined;
  /** The text of a secret file, read anew. Rejects with a line for people. */
  readonly read: (file: string) => Promise<string>;
  /** Hears what could not be told; once for each reason. */
  readonly notice: (message: string, unit?: string) => void;
  /** `converge/0.1.0`. */
  readonly tooling: string;
}

/** Tells others how units stand. Nothing of it blocks or throws. */
export interface Notifier {
  readonly emit: SyncEventSink;
  /** Resolves once nothing is left to be told. */
  readonly settled: () => Promise<void>;
}

type Webhook = Extract<NotificationTarget, { readonly type: "webhook" }>;
type Github = Extract<NotificationTarget, { readonly type: "githubStatus" }>;

/** One who is told. */
interface Listener {
  readonly deliver: (notification: Notification) => void;
  readonly settled: () => Promise<void>;
}

/** Makes notifications of what happens and delivers them, to each place in order. */
export function makeNotifier(facts: NotifierFacts): Notifier {
  const eventsOf = createNotificationFilter();
  const listeners = facts.notifications.map((notification) =>
    notification.type === "webhook"
      ? webhookListener(notification, facts)
      : githubListener(notification, facts),
  );
  return {
    emit: (event) => {
      const notification = eventsOf(event);
      if (notification !== undefined) {
        listeners.forEach((listener) => {
          listener.deliver(notification);
        });
      }
    },
    settled: async () => {
      await Promise.all(listeners.map((listener) => listener.settled()));
    },
  };
}

function isMeant({ units }: NotificationTarget, { unit }: Notification): boolean {
  return units.length === 0 || units.includes(unit);
}

function webhookListener(hook: Webhook, facts: NotifierFacts): Listener {
  const queue = new DeliveryQueue(facts, facts.notice);
  return {
    deliver: (notification) => {
      if (isMeant(hook, notification)) {
        queue.add(webhookRequest(hook, webhookBody(notification, facts.sync), facts));
      }
    },
    settled: () => queue.settled(),
  };
}

function webhookRequest(
  { url, secretFile }: Webhook,
  body: string,
  { read, tooling }: NotifierFacts,
): MakeRequest {
  return async () => {
    const headers = { "Content-Type": "application/json", "User-Agent": tooling };
    if (secretFile === undefined) {
      return { url, headers, body };
    }
    const secret = (await read(secretFile)).replace(/\r?\n$/, "");
    const digest = createHmac("sha256", secret).update(body).digest("hex");
    return { url, headers: { ...headers, "X-Converge-Signature-256": `sha256=${digest}` }, body };
  };
}

function githubListener(hook: Github, facts: NotifierFacts): Listener {
  const queue = new DeliveryQueue(facts, facts.notice);
  const statusesOf = githubStatuses(facts.sync);
  const nameless = new Set<string>();
  return {
    deliver: (notification) => {
      const statuses = isMeant(hook, notification) ? statusesOf(notification) : [];
      const repository = hook.repository ?? githubRepository(facts.urlOf(notification.unit) ?? "");
      if (repository !== undefined) {
        statuses.forEach((status) => {
          queue.add(githubRequest(hook, { status, repository }, facts));
        });
      } else if (statuses.length > 0 && !nameless.has(notification.unit)) {
        nameless.add(notification.unit);
        facts.notice(
          "its address names no repository of GitHub; set `repository` of the notification",
          notification.unit,
        );
      }
    },
    settled: () => queue.settled(),
  };
}

function githubRequest(
  { api, tokenFile }: Github,
  { status, repository }: { readonly status: GithubStatus; readonly repository: string },
  { read, tooling }: NotifierFacts,
): MakeRequest {
  const { commit, ...body } = status;
  return async () => {
    const token = (await read(tokenFile)).trim();
    // What a header cannot hold would be quoted by the error about it.
    if (!/^[!-~]+$/.test(token)) {
      throw new Error("the token file holds no token");
    }
    return {
      url: `${api.replace(/\/+$/, "")}/repos/${repository}/statuses/${commit}`,
      headers: {
        Accept: "application/vnd.github+json",
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        "User-Agent": tooling,
        "X-GitHub-Api-Version": "2022-11-28",
      },
      body: JSON.stringify(body),
    };
  };
}

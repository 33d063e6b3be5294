import { createHmac } from "node:crypto";

import type { SyncEventSink } from "../../sync/sync-event.ts";
import type { NotificationTarget } from "../../sync/unit/unit.ts";
import { type DeliveryOptions, type MakeRequest, deliver } from "./deliver.ts";
import { githubRepository, githubStatuses, type GithubStatus } from "./github-status.ts";
import { type Notification, createNotificationFilter } from "./notification.ts";
import { webhookBody } from "./webhook-body.ts";
import { errorMessage } from "../../object/bug-error.ts";

/** Dependencies and options of the notifier. */
export interface NotifierOptions extends DeliveryOptions {
  /** The name of the sidecar. */
  readonly sync: string;
  readonly notifications: readonly NotificationTarget[];
  /** Returns the URL of a unit's repository; undefined if there is no such unit. */
  readonly urlOf: (unit: string) => string | undefined;
  /** Reads a secret file again. Rejects with a one-line message for users. */
  readonly read: (file: string) => Promise<string>;
  /** Reports deliveries that failed; once per reason. */
  readonly notice: (message: string, unit?: string) => void;
  /** `converge/0.1.0`. */
  readonly tooling: string;
}

/** Sends notifications about units. Never blocks or throws. */
export interface Notifier {
  readonly emit: SyncEventSink;
  /** Resolves once all notifications are delivered or dropped. */
  readonly settled: () => Promise<void>;
}

type Webhook = Extract<NotificationTarget, { readonly type: "webhook" }>;
type Github = Extract<NotificationTarget, { readonly type: "githubStatus" }>;

/** One receiver. */
interface Listener {
  readonly deliver: (notification: Notification) => void;
  readonly settled: () => Promise<void>;
}

/** Derives notifications from events and delivers them, to each receiver in order. */
export function makeNotifier(options: NotifierOptions): Notifier {
  const eventsOf = createNotificationFilter();
  const listeners = options.notifications.map((notification) =>
    notification.type === "webhook"
      ? webhookListener(notification, options)
      : githubListener(notification, options),
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

function webhookListener(hook: Webhook, options: NotifierOptions): Listener {
  const queue = new DeliveryQueue(options, options.notice);
  return {
    deliver: (notification) => {
      if (isMeant(hook, notification)) {
        queue.add(webhookRequest(hook, webhookBody(notification, options.sync), options));
      }
    },
    settled: () => queue.settled(),
  };
}

function webhookRequest(
  { url, secretFile }: Webhook,
  body: string,
  { read, tooling }: NotifierOptions,
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

function githubListener(hook: Github, options: NotifierOptions): Listener {
  const queue = new DeliveryQueue(options, options.notice);
  const statusesOf = githubStatuses(options.sync);
  const nameless = new Set<string>();
  return {
    deliver: (notification) => {
      const statuses = isMeant(hook, notification) ? statusesOf(notification) : [];
      const repository = hook.repository ?? githubRepository(options.urlOf(notification.unit) ?? "");
      if (repository !== undefined) {
        statuses.forEach((status) => {
          queue.add(githubRequest(hook, { status, repository }, options));
        });
      } else if (statuses.length > 0 && !nameless.has(notification.unit)) {
        nameless.add(notification.unit);
        options.notice(
          "its address is not a GitHub repository; set `repository` of the notification",
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
  { read, tooling }: NotifierOptions,
): MakeRequest {
  const { commit, ...body } = status;
  return async () => {
    const token = (await read(tokenFile)).trim();
    // An invalid header value would be quoted in the error.
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

/** The maximum number of deliveries waiting; beyond it the oldest is dropped. */
const mostWaiting = 100;

/** Delivers to one receiver, one delivery after the other. Adding never blocks and never throws. */
export class DeliveryQueue {
  readonly #options: DeliveryOptions;
  readonly #notice: (message: string) => void;
  readonly #waiting: MakeRequest[] = [];
  #working: Promise<void> | undefined;
  /** The last failure reported: it is reported once until a delivery succeeds. */
  #sent = "";

  constructor(options: DeliveryOptions, notice: (message: string) => void) {
    this.#options = options;
    this.#notice = notice;
  }

  /** Appends a delivery. */
  add(make: MakeRequest): void {
    this.#waiting.push(make);
    if (this.#waiting.length > mostWaiting) {
      this.#waiting.shift();
      this.#deliver(`more than ${mostWaiting} notifications are queued; the oldest are dropped`);
    }
    this.#working ??= this.#work();
  }

  /** Resolves once the queue is empty. */
  async settled(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        await deliver(next, this.#options);
        this.#sent = "";
      } catch (error) {
        this.#deliver(`a notification was not delivered: ${errorMessage(error)}`);
      }
    }
    this.#working = undefined;
  }

  #deliver(message: string): void {
    if (message !== this.#sent) {
      this.#sent = message;
      this.#notice(message);
    }
  }
}

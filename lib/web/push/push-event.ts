import { field, type JsonValue, objectField, stringField, stringsField } from "../../object/json.ts";

/** A push as a git server reports it. Untrusted: it only triggers a look at the repository. */
export interface PushEvent {
  /** The URLs of the repository, as the event has them. */
  readonly urls: readonly string[];
  /** The full name: `refs/heads/main`; undefined if the event does not have it. */
  readonly ref: string | undefined;
  /** The commit the ref points to now; undefined if the event does not have it, or if the ref was deleted. */
  readonly commit: string | undefined;
}

/** The senders of push events, each with a format of its own. */
export const pushSenders = ["github", "gitlab", "gitea", "generic"] as const;
export type PushSender = (typeof pushSenders)[number];

/** Longer texts are neither URLs nor names. */
const longest = 2048;

const githubUrls = ["clone_url", "ssh_url", "git_url", "html_url"];
const gitlabUrls = ["git_http_url", "git_ssh_url", "web_url"];

/**
 * Reads a push event. `event` is the name in its header. Undefined if it is not a push: a ping, a comment, a
 * body in another format.
 *
 * - GitHub `push` (https://docs.github.com/webhooks/webhook-events-and-payloads#push), Gitea and Forgejo
 *   `push`: `ref`, `after`, `repository`
 * - GitLab `Push Hook`, `Tag Push Hook` (https://docs.gitlab.com/user/project/integrations/webhook_events)
 *   and `System Hook`: `ref`, `checkout_sha`, `project`
 * - generic: `{"url": "https://…", "ref": "refs/heads/main", "commit": "…"}`, of which only `url`, or a list
 *   `urls`, is required
 */
export function readPushEvent(sender: PushSender, event: string, body: JsonValue): PushEvent | undefined {
  const push = readers[sender](event, body);
  const urls = push?.urls.filter((url) => url.length <= longest).slice(0, 10) ?? [];
  return push === undefined || urls.length === 0
    ? undefined
    : { urls, ref: shortEnough(push.ref), commit: commitOf(push.commit) };
}

type Reader = (event: string, body: JsonValue) => PushEvent | undefined;

const readers: Readonly<Record<PushSender, Reader>> = {
  github: readGithub,
  gitea: readGithub,
  gitlab: (event, body) => {
    const kind = stringField(body, "object_kind") ?? stringField(body, "event_name");
    const isPush = /^(?:push|tag push|system) hook$/i.test(event) && (kind === "push" || kind === "tag_push");
    return isPush
      ? {
          urls: urlsOf(objectField(body, "project"), gitlabUrls),
          ref: stringField(body, "ref"),
          commit: stringField(body, "checkout_sha") ?? stringField(body, "after"),
        }
      : undefined;
  },
  generic: (_event, body) => ({
    urls: [...urlsOf(body, ["url"]), ...stringsField(body, "urls")],
    ref: stringField(body, "ref"),
    commit: stringField(body, "commit"),
  }),
};

function readGithub(event: string, body: JsonValue): PushEvent | undefined {
  return event === "push"
    ? {
        urls: urlsOf(objectField(body, "repository"), githubUrls),
        ref: stringField(body, "ref"),
        commit: stringField(body, "after"),
      }
    : undefined;
}

function urlsOf(value: JsonValue, names: readonly string[]): readonly string[] {
  return names.map((name) => field(value, name)).filter((url) => typeof url === "string");
}

function shortEnough(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= longest ? text : undefined;
}

/** A deletion has a commit of all zeros. */
function commitOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{40,64}$/i.test(text) && !/^0+$/.test(text)
    ? text.toLowerCase()
    : undefined;
}

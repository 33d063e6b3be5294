import { field, type JsonValue, objectField, stringField, stringsField } from "../../object/json.ts";

/**
 * That something was pushed, as the server of a repository tells it. A stranger's words: only a hint to look
 * there.
 */
export interface PushEvent {
  /** The ways to the repository, as they are written there. */
  readonly urls: readonly string[];
  /** The whole name: `refs/heads/main`; undefined where that is not told. */
  readonly ref: string | undefined;
  /** The commit that the ref names now; undefined where that is not told, and where the ref is gone. */
  readonly commit: string | undefined;
}

/** Who sends such events, each in a form of its own. */
export const pushSenders = ["github", "gitlab", "gitea", "generic"] as const;
export type PushSender = (typeof pushSenders)[number];

/** Longer texts are no addresses, and no names. */
const longest = 2048;

const githubUrls = ["clone_url", "ssh_url", "git_url", "html_url"];
const gitlabUrls = ["git_http_url", "git_ssh_url", "web_url"];

/**
 * Reads a push event. `event` is what its header calls it. Undefined for what is none: a ping, a comment, a
 * body of another form.
 *
 * - GitHub `push` (https://docs.github.com/webhooks/webhook-events-and-payloads#push), Gitea and Forgejo
 *   `push`: `ref`, `after`, `repository`
 * - GitLab `Push Hook`, `Tag Push Hook` (https://docs.gitlab.com/user/project/integrations/webhook_events)
 *   and `System Hook`: `ref`,
 *   `checkout_sha`, `project`
 * - generic: `{"url": "https://…", "ref": "refs/heads/main", "commit": "…"}`, of which only `url`, or a list
 *   `urls`, has to be there
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

/** A ref that was deleted names the commit of zeros. */
function commitOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{40,64}$/i.test(text) && !/^0+$/.test(text)
    ? text.toLowerCase()
    : undefined;
}

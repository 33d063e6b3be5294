/**
 * An HTTP server with the routes of GitHub and GitLab for comments of pull requests, with the status codes
 * that their documentation gives them. `https://docs.github.com/rest/issues/comments`,
 * `https://docs.gitlab.com/api/notes/`.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { type JsonValue, stringField } from "../../lib/object/json.ts";
import { readBody } from "../../lib/web/server/http-message.ts";

/** A user of the forge. */
export interface ForgeUser {
  readonly id: number;
  readonly type: "User" | "Bot";
  readonly login?: string;
}

/** A comment as the server keeps it. */
export interface KeptNote {
  readonly id: number;
  /** Null if the user no longer exists. */
  readonly author: ForgeUser | null;
  body: string;
  readonly system?: boolean;
}

/** A request that arrived. */
export interface ForgeCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** A response instead of the usual one. */
export interface OddAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The request takes effect before this response is sent. */
  readonly acts?: true;
}

/** The server, with the comments of its only pull request. */
export interface ForgeServer {
  readonly url: string;
  readonly notes: KeptNote[];
  readonly calls: ForgeCall[];
  /** Responses to the next requests to matching paths, one each. */
  readonly odd: { readonly path: RegExp; readonly answer: OddAnswer }[];
  /** Adds a comment of a user. */
  readonly add: (body: string, author: ForgeUser | null, system?: boolean) => void;
}

/** The token of the owner, and that of a workflow, which may not read its user. */
export const ownerToken = "glpat-owner-0123456789";
export const workflowToken = "ghs_workflow0123456789";
/** A token with read permission only. */
export const readerToken = "reader-0123456789";

export const robot: ForgeUser = { id: 7, type: "Bot" };
/** The app of a workflow, and another one. */
export const workflowApp: ForgeUser = { id: 41_898_282, type: "Bot", login: "github-actions[bot]" };
export const otherApp: ForgeUser = { id: 9, type: "Bot", login: "linter[bot]" };
export const person: ForgeUser = { id: 8, type: "User" };

const users: ReadonlyMap<string, ForgeUser> = new Map([
  [ownerToken, robot],
  [workflowToken, workflowApp],
  [readerToken, person],
]);

/** The test that a server belongs to. */
interface ForgeOwner {
  readonly teardown: (end: () => void) => void;
}

/** Starts a forge whose pull request 12 is in `team/shop` (on GitLab also project 34). */
export async function startForge(owner: ForgeOwner): Promise<ForgeServer> {
  const notes: KeptNote[] = [];
  const calls: ForgeCall[] = [];
  const odd: ForgeServer["odd"] = [];
  const add: ForgeServer["add"] = (body, author, system = false) => {
    notes.push({ id: 100 + notes.length + calls.length, author, body, system });
  };
  const server = createServer((request, response) => {
    void answer(request, response, { notes, calls, odd, add });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  owner.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, notes, calls, odd, add };
}

type Forge = Omit<ForgeServer, "url">;

async function answer(request: IncomingMessage, response: ServerResponse, forge: Forge): Promise<void> {
  const method = request.method ?? "";
  const url = new URL(request.url ?? "/", "http://forge");
  const text = String(await readBody(request, 4_000_000));
  const at = forge.odd.findIndex(({ path }) => path.test(`${method} ${url.pathname}`));
  const [unusual] = at === -1 ? [] : forge.odd.splice(at, 1);
  const usual =
    unusual === undefined || unusual.answer.acts === true
      ? route({ method, url, text, request }, forge)
      : unusual.answer;
  const { status, headers = {}, body = "" } = unusual?.answer ?? usual;
  forge.calls.push({ method, path: url.pathname + url.search, status });
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body);
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly text: string;
  readonly request: IncomingMessage;
}

/** Only the GraphQL API identifies an app to itself. */
function accountRoute({ pathname }: URL, user: ForgeUser): OddAnswer | undefined {
  if (pathname.endsWith("/user")) {
    return user === workflowApp
      ? failure(403, "Resource not accessible by integration")
      : json(200, { ...user, login: "robot", username: "robot" });
  }
  return /^(?:\/api)?\/graphql$/.test(pathname)
    ? json(200, { data: { viewer: { databaseId: user.id } } })
    : undefined;
}

function route(asked: Asked, forge: Forge): OddAnswer {
  const { request, url } = asked;
  const token = String(request.headers["private-token"] ?? request.headers.authorization ?? "");
  const user = users.get(token.replace("Bearer ", ""));
  if (user === undefined) {
    return failure(401, "Bad credentials");
  }
  const account = accountRoute(url, user);
  if (account !== undefined) {
    return account;
  }
  const place = /^(?:\/api\/v3)?\/repos\/team\/shop\/issues(?:\/12)?\/comments(?:\/(\d+))?$/.exec(
    url.pathname,
  );
  const note = /^\/api\/v4\/projects\/(?:34|team%2Fshop)\/merge_requests\/12\/notes(?:\/(\d+))?$/.exec(
    url.pathname,
  );
  const found = place ?? note;
  if (found === null) {
    return failure(404, "Not Found");
  }
  if (asked.method !== "GET" && user === person) {
    return failure(403, "Resource not accessible by personal access token");
  }
  return comments(asked, { forge, user, id: found[1], isGitlab: note !== null });
}

interface Place {
  readonly forge: Forge;
  readonly user: ForgeUser;
  readonly id: string | undefined;
  readonly isGitlab: boolean;
}

function comments(asked: Asked, place: Place): OddAnswer {
  const { method } = asked;
  const { forge, id, isGitlab } = place;
  const known = forge.notes.find((one) => String(one.id) === id);
  if (id !== undefined && known === undefined) {
    return failure(404, "Not Found");
  }
  if (method === "POST" || method === (isGitlab ? "PUT" : "PATCH")) {
    return writeNote(asked, known, place);
  }
  if (method === "DELETE" && known !== undefined) {
    forge.notes.splice(forge.notes.indexOf(known), 1);
    return { status: 204 };
  }
  return listNotes(asked, place);
}

function shownNote({ id, body, author, system = false }: KeptNote, isGitlab: boolean): object {
  return isGitlab ? { id, body, author, system } : { id, body, user: author };
}

function writeNote(
  { text }: Asked,
  known: KeptNote | undefined,
  { forge, user, isGitlab }: Place,
): OddAnswer {
  const value: JsonValue = JSON.parse(text);
  const body = stringField(value, "body") ?? "";
  if (body.length > (isGitlab ? 1_000_000 : 65_536)) {
    return failure(isGitlab ? 400 : 422, "body is too long");
  }
  if (known === undefined) {
    forge.add(body, user);
    return json(201, shownNote(forge.notes.at(-1) ?? { id: 0, author: user, body }, isGitlab));
  }
  known.body = body;
  return json(200, shownNote(known, isGitlab));
}

function listNotes({ url }: Asked, { forge, isGitlab }: Place): OddAnswer {
  const size = Number(url.searchParams.get("per_page"));
  const page = Number(url.searchParams.get("page"));
  const from = (page - 1) * size;
  const more = forge.notes.length > from + size;
  const notes = forge.notes.slice(from, from + size);
  return {
    ...json(
      200,
      notes.map((one) => shownNote(one, isGitlab)),
    ),
    headers: isGitlab
      ? { "x-next-page": more ? String(page + 1) : "" }
      : { link: more ? '<https://elsewhere.example/next>; rel="next"' : "" },
  };
}

function json(status: number, value: object): OddAnswer {
  return { status, body: JSON.stringify(value) };
}

function failure(status: number, message: string): OddAnswer {
  return json(status, { message });
}

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { chartArchive, type ChartServer, serveCharts } from "../../../fixtures/chart-server.ts";
import { fastClock } from "../../../fixtures/fast-clock.ts";
import type { Renderable } from "../renderable.ts";
import type { CompletedChart } from "./add-dependencies.ts";
import { fetchListed, fetchRemote } from "./fetch-remote.ts";
import type { FetchContext, FetchSettings } from "./fetch-context.ts";

const secret = /hush|aHVzaA|YWRhOm/;

interface Site {
  readonly folder: string;
  readonly write: (name: string, text: string) => string;
  readonly fetch: (
    repo: string,
    context?: Partial<Pick<FetchContext, "env">> & { readonly settings?: FetchSettings },
    fetch?: (chart: Renderable, context: FetchContext) => Promise<CompletedChart>,
  ) => Promise<string>;
}

/** A folder for credentials, and a fetch of `db 1.0.0` that returns its messages. */
function open(t: ExecutionContext): Site {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "converge-credentials-")));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    write: (name, text) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    fetch: async (repo, { env = {}, settings = {} } = {}, fetch = fetchRemote) => {
      const remote = { repo, version: "1.0.0" };
      const { found } = await fetch(
        { type: "chart", path: "db", name: "db", realPath: "db", remote },
        {
          env: { XDG_CACHE_HOME: join(folder, "cache"), ...env },
          clock: fastClock(),
          signal: new AbortController().signal,
          settings,
        },
      );
      const messages = found.map(({ code, message }) => `${code} ${message}`).join("\n");
      t.notRegex(messages, secret);
      return messages;
    },
  };
}

interface Guarded extends ChartServer {
  /** The header of each request. */
  readonly headers: readonly (string | undefined)[];
}

/** A repository that requires this header. */
async function guarded(
  t: ExecutionContext,
  wanted: string,
  location?: (request: IncomingMessage) => string | undefined,
): Promise<Guarded> {
  const headers: (string | undefined)[] = [];
  const server = await serveCharts(t, {
    archive: await chartArchive("db", "1.0.0"),
    answer: (request, response) => {
      headers.push(request.headers.authorization);
      if (request.headers.authorization !== wanted) {
        response.writeHead(401).end();
        return true;
      }
      const to = location?.(request);
      if (to !== undefined) {
        response.writeHead(302, { location: to }).end();
      }
      return to !== undefined;
    },
  });
  return { ...server, headers };
}

const basic = `Basic ${Buffer.from("ada:hush").toString("base64")}`;

function helmFile(url: string, more = ""): string {
  return `apiVersion: ""\nrepositories:\n- { name: a, url: "https://other.example.com", username: x, password: y }\n- { name: b, url: "${url}", username: ada, password: hush${more} }\n`;
}

test("credentials of helm repo add are sent for the index and the archive", async (t) => {
  const { url, headers } = await guarded(t, basic);
  const { write, fetch } = open(t);
  const file = write("own.yaml", helmFile(`${url}/`));
  t.regex(await fetch(url, { env: { HELM_REPOSITORY_CONFIG: file } }), /^ChartFetched/);
  t.deepEqual(headers, [basic, basic]);
});

for (const [variable, path] of [
  ["HELM_CONFIG_HOME", "repositories.yaml"],
  ["XDG_CONFIG_HOME", "helm/repositories.yaml"],
  ["HOME", ".config/helm/repositories.yaml"],
  ["HOME", "Library/Preferences/helm/repositories.yaml"],
  ["APPDATA", "helm/repositories.yaml"],
] as const) {
  test(`Helm's list of repositories is found by ${variable} in ${path}`, async (t) => {
    const { url } = await guarded(t, basic);
    const { write, fetch, folder } = open(t);
    write(path, helmFile(url));
    t.regex(await fetch(url, { env: { [variable]: folder } }), /^ChartFetched/);
  });
}

test("repository credentials are read from a mounted Secret with a user and password, or a token", async (t) => {
  const { write, fetch, folder } = open(t);
  write("user/username", "ada\n");
  write("user/password", "hush\n");
  write("token/bearerToken", "hush-token\n");
  const byUser = await guarded(t, basic);
  const byToken = await guarded(t, "Bearer hush-token");
  const secretFolders = [`${byUser.url}=${folder}/user`, `${byToken.url}/=${folder}/token`];
  t.regex(await fetch(byUser.url, { settings: { secretFolders } }), /^ChartFetched/);
  t.regex(await fetch(byToken.url, { settings: { secretFolders } }), /^ChartFetched/);
});

test("another repository of the same host gets no credentials", async (t) => {
  const { url, headers } = await guarded(t, basic);
  const { write, fetch } = open(t);
  const file = write("own.yaml", helmFile(`${url}/private`));
  const env = { HELM_REPOSITORY_CONFIG: file };
  t.regex(await fetch(url, { env }), /answered 401 and got no credentials: .*`helm repo add`/);
  t.deepEqual(headers, [undefined]);
});

test("credentials are not sent to another host, port or scheme on a redirect", async (t) => {
  const other = await guarded(t, basic);
  const { url, host, headers } = await guarded(t, basic, ({ url: path }) =>
    path?.endsWith(".tgz") === true ? `${other.url}/db-1.0.0.tgz` : undefined,
  );
  const { write, fetch, folder } = open(t);
  write("user/username", "ada");
  write("user/password", "hush");
  const settings = {
    allowedHosts: [`http://${host}`, `http://${other.host}`],
    secretFolders: [`${url}=${folder}/user`],
  };
  t.regex(await fetch(url, { settings }), /answered 401 and got no credentials/);
  t.deepEqual(headers, [basic, basic]);
  t.deepEqual(other.headers, [undefined]);
});

test("credentials are not sent to another host in the index, even with pass_credentials_all", async (t) => {
  const other = await guarded(t, basic);
  const server = await serveCharts(t, {
    archive: await chartArchive("db", "1.0.0"),
    entry: { urls: [`${other.url}/db-1.0.0.tgz`] },
  });
  const { write, fetch } = open(t);
  const file = write("own.yaml", helmFile(server.url, ", pass_credentials_all: true"));
  t.regex(await fetch(server.url, { env: { HELM_REPOSITORY_CONFIG: file } }), /got no credentials/);
  t.deepEqual(other.headers, [undefined]);
});

test("credentials are kept on a redirect on the same host", async (t) => {
  const { url, headers } = await guarded(t, basic, ({ url: path }) =>
    path === "/charts/db-1.0.0.tgz" ? "/charts/mirror/db-1.0.0.tgz" : undefined,
  );
  const { write, fetch } = open(t);
  const env = { HELM_REPOSITORY_CONFIG: write("own.yaml", helmFile(url)) };
  t.regex(await fetch(url, { env }), /^ChartFetched/);
  t.deepEqual(headers, [basic, basic, basic]);
});

test("rejected credentials are reported with the file that contains them", async (t) => {
  const { url } = await guarded(t, "Basic other");
  const { write, fetch } = open(t);
  const env = { HELM_REPOSITORY_CONFIG: write("own.yaml", helmFile(url)) };
  t.regex(await fetch(url, { env }), /answered 401 to the credentials in \/\S+\/own\.yaml$/);
});

test("a sync unit gets no credentials of Helm, since all units would share them", async (t) => {
  const { url, host, headers } = await guarded(t, basic);
  const { write, fetch } = open(t);
  const env = { HELM_REPOSITORY_CONFIG: write("own.yaml", helmFile(url)) };
  const settings = { allowedHosts: [`http://${host}`] };
  t.regex(await fetch(url, { env, settings }), /got no credentials/);
  t.deepEqual(headers, [undefined]);
});

test("a chart that was fetched with credentials is not cached for other clients", async (t) => {
  const { url, host, headers } = await guarded(t, basic);
  const { write, fetch, folder } = open(t);
  write("user/username", "ada");
  write("user/password", "hush");
  const allowedHosts = [`http://${host}`];
  const own = { settings: { allowedHosts, secretFolders: [`${url}=${folder}/user`] } };
  t.is(await fetch(url, own, fetchListed), "");
  t.is(await fetch(url, own, fetchListed), "");
  t.is(headers.length, 2);
  t.regex(await fetch(url, { settings: { allowedHosts } }, fetchListed), /got no credentials/);
});

test("credentials in a URL are refused and not shown", async (t) => {
  const { fetch } = open(t);
  for (const repo of ["https://ada:hush@charts.example.com/a", "oci://ada:hush@charts.example.com/a"]) {
    for (const how of [fetchRemote, fetchListed]) {
      t.regex(
        await fetch(repo, {}, how),
        /the address \w+:\/\/charts\.example\.com\/a has credentials in it/,
      );
    }
  }
});

const isRefused = test.macro(async (t, files: Readonly<Record<string, string>>, says: RegExp) => {
  const { url, headers } = await guarded(t, basic);
  const { write, fetch, folder } = open(t);
  mkdirSync(join(folder, "user"));
  Object.entries(files).forEach(([name, text]) => write(name, text));
  const env = { HELM_REPOSITORY_CONFIG: join(folder, "own.yaml") };
  const secretFolders = "own.yaml" in files ? [] : [`${url}=${folder}/user`];
  t.regex(await fetch(url, { env, settings: { secretFolders } }), says);
  t.deepEqual(headers, []);
});

test(
  "an empty folder of repository credentials is refused",
  isRefused,
  {},
  /user has neither username and password nor bearerToken/,
);
test(
  "a repository user without a password is refused",
  isRefused,
  { "user/username": "ada" },
  /has neither username and password/,
);
test(
  "an empty bearerToken file is refused",
  isRefused,
  { "user/bearerToken": "\n" },
  /bearerToken has more or less than one line/,
);
test(
  "a bearer token with a line break is refused",
  isRefused,
  { "user/bearerToken": "hush\r\nx: hush" },
  /bearerToken has more or less than one line/,
);
test(
  "a bearer token with spaces is refused",
  isRefused,
  { "user/bearerToken": "hush hush" },
  /no header can carry/,
);
test(
  "a folder in place of a password file is refused",
  isRefused,
  { "user/password/hush": "" },
  /password is not a file of less/,
);
test(
  "a repositories file larger than 1 MiB is refused",
  isRefused,
  { "own.yaml": "x".repeat(2 ** 21) },
  /own\.yaml is not a file of less than 1 MiB/,
);

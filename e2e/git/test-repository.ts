/** A bare repository for a test, as on a server. */
import { join } from "node:path";

import type { ExecutionContext } from "ava";

import { runProgram } from "./run-program.ts";
import { type SigningKey, signingSettings } from "./signing-key.ts";
import { testFolder } from "./test-folder.ts";

/** Paths with their new contents; `undefined` deletes the file. */
export type Changes = Readonly<Record<string, Content | undefined>>;

/** A text, the target of a symbolic link, or the commit of a submodule. */
type Content = string | Uint8Array | { readonly link: string } | { readonly module: string };

/** The options of a commit. */
export interface Commit {
  /** `main` if absent. */
  readonly branch?: string;
  readonly message?: string;
  readonly sign?: SigningKey;
  /** A tag for this commit; annotated if there is a key to sign it with, lightweight otherwise. */
  readonly tag?: string;
}

/** The options of a tag. */
export interface Tag {
  /** The tip of `main` if absent. */
  readonly commit?: string;
  readonly sign?: SigningKey;
  /** True if it is signed. */
  readonly annotated?: boolean;
}

/** A repository to commit to, one call at a time. */
export interface TestRepository {
  /** The folder that contains it, which a server serves. */
  readonly root: string;
  /** `shop.git`. */
  readonly name: string;
  readonly folder: string;
  /** `file://…` */
  readonly url: string;
  /** Changes files on top of the branch, which is created if missing. Returns the id of the commit. */
  readonly commit: (changes: Changes, commit?: Commit) => Promise<string>;
  /** Makes the branch a history of this one commit, as `git push --force` from elsewhere does. */
  readonly forcePush: (files: Changes, commit?: Commit) => Promise<string>;
  /** Sets the branch to an existing commit. */
  readonly reset: (branch: string, commit: string) => Promise<void>;
  /** Sets a tag, or moves it. Returns the id of the tag; that of the commit if it is lightweight. */
  readonly tag: (name: string, tag?: Tag) => Promise<string>;
  readonly deleteBranch: (branch: string) => Promise<void>;
  /** Runs any other git command in it. Returns its output. */
  readonly git: (words: readonly string[], input?: string | Uint8Array) => Promise<string>;
}

/** The options of a repository. */
export interface RepositorySetup {
  /** The folder of a server, to share between repositories; a new one if absent. */
  readonly root?: string;
  /** `shop` if absent. */
  readonly name?: string;
  /**
   * The capabilities of the server: partial fetches, and fetches of any commit. Both if absent, as on the
   * large hosts.
   */
  readonly allows?: "all" | "nothing";
}

/**
 * Creates an empty repository, whose default branch is `main`. Committing throws an Error if git refuses it.
 */
export async function openTestRepository(
  t: Pick<ExecutionContext, "teardown">,
  { root = testFolder(t), name = "shop", allows = "all" }: RepositorySetup = {},
): Promise<TestRepository> {
  const folder = join(root, `${name}.git`);
  const at = { root, name: `${name}.git`, folder, url: `file://${folder}` };
  await runProgram("git", ["init", "--quiet", "--bare", "--initial-branch=main", folder]);
  const tick = clock();
  let date = tick();
  const git: TestRepository["git"] = async (words, input = "") => {
    const env = { ...person, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    return runProgram("git", [`--git-dir=${folder}`, ...words], { input, env });
  };
  for (const setting of ["allowFilter", "allowAnySHA1InWant"]) {
    await git(["config", `uploadpack.${setting}`, String(allows === "all")]);
  }
  const tag: TestRepository["tag"] = async (tagged, options = {}) => setTag(git, tagged, options);
  const add = async (changes: Changes, commit: Commit, isOnTop: boolean): Promise<string> => {
    date = tick();
    const made = await addCommit(git, { changes, commit, isOnTop, date });
    await (commit.tag === undefined ? undefined : tag(commit.tag, { ...commit, commit: made }));
    return made;
  };
  return {
    ...at,
    git,
    tag,
    commit: async (changes, commit = {}) => add(changes, commit, true),
    forcePush: async (files, commit = {}) => add(files, commit, false),
    reset: async (branch, commit) => {
      await git(["update-ref", `refs/heads/${branch}`, commit]);
    },
    deleteBranch: async (branch) => {
      await git(["update-ref", "-d", `refs/heads/${branch}`]);
    },
  };
}

const person = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

/** Advances by a minute with every commit, so that the same commits have the same ids. */
function clock(): () => string {
  let seconds = 1_767_225_600;
  return () => {
    seconds += 60;
    return `${seconds} +0000`;
  };
}

interface Addition {
  readonly changes: Changes;
  readonly commit: Commit;
  readonly isOnTop: boolean;
  readonly date: string;
}

async function addCommit(git: TestRepository["git"], addition: Addition): Promise<string> {
  const { branch = "main", message = "change", sign } = addition.commit;
  const ref = `refs/heads/${branch}`;
  const before = addition.isOnTop ? await git(["for-each-ref", "--format=%(objectname)", ref]) : "";
  const draft = await git(["fast-import", "--quiet", "--force"], importOf(addition, before));
  if (sign === undefined) {
    await git(["update-ref", ref, draft]);
    return draft;
  }
  const parents = before === "" ? [] : ["-p", before];
  const words = ["commit-tree", "-S", "-m", message, ...parents, `${draft}^{tree}`];
  const signed = await git([...signingSettings(sign), ...words]);
  await git(["update-ref", ref, signed]);
  return signed;
}

/**
 * The input of fast-import, which prints the id of the commit. It accepts any file name, even those that git
 * would refuse.
 */
function importOf({ changes, commit, date }: Addition, before: string): Uint8Array {
  const { message = "change" } = commit;
  const { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email } = person;
  const head = [
    "commit refs/test/draft",
    "mark :1",
    `committer ${name} <${email}> ${date}`,
    `data ${Buffer.byteLength(message)}`,
    message,
    ...(before === "" ? [] : [`from ${before}`]),
    "",
  ];
  const files = Object.entries(changes).flatMap(([path, content]) => lineOf(JSON.stringify(path), content));
  return Buffer.concat([Buffer.from(head.join("\n")), ...files, Buffer.from("get-mark :1\n")]);
}

function lineOf(path: string, content: Content | undefined): readonly Uint8Array[] {
  if (content === undefined) {
    return [Buffer.from(`D ${path}\n`)];
  }
  if (typeof content === "object" && "module" in content) {
    return [Buffer.from(`M 160000 ${content.module} ${path}\n`)];
  }
  const isLink = typeof content === "object" && "link" in content;
  const bytes = Buffer.from(isLink ? content.link : content);
  const head = `M ${isLink ? "120000" : "100644"} inline ${path}\ndata ${bytes.length}\n`;
  return [Buffer.from(head), bytes, Buffer.from("\n")];
}

async function setTag(
  git: TestRepository["git"],
  name: string,
  { commit = "refs/heads/main", sign, annotated = false }: Tag,
): Promise<string> {
  const flags = sign === undefined ? [annotated ? "-a" : "--no-sign"] : ["-s"];
  const message = flags[0] === "--no-sign" ? [] : ["-m", name];
  const settings = sign === undefined ? [] : signingSettings(sign);
  await git([...settings, "tag", "--force", ...flags, ...message, name, commit]);
  return git(["rev-parse", `refs/tags/${name}`]);
}

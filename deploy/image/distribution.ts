/**
 * The Debian part of the image: git, ssh, gpg and certificates with the libraries they need, and nothing
 * else.
 */
import { chmod, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { fetchPackages, type Package } from "./packages.ts";
import { pipePrograms, runProgram } from "../run-program.ts";

/**
 * The packages of the image: git over https and ssh, signatures of either kind, a shell by which git starts
 * ssh, libraries of Node.
 */
const wanted = ["git", "openssh-client", "ca-certificates", "gpg", "dash", "libstdc++6", "base-files"];

/** Dependencies that are needed only for the installation, or by programs that are left out. */
const unneeded =
  /^(?:perl.*|libperl.*|lib.*-perl|git-man|adduser|passwd|debconf|dpkg|tar|debianutils|openssl|libpam.*|libaudit.*|libcap-ng.*|libsemanage.*|libsepol.*|libdb5.*|libgdbm.*|[gm]awk|gpg-agent|pinentry.*|libncurses.*|init-system-helpers|usrmerge|readline-common|libfido2.*|libcbor.*|libudev.*|libmd0|libacl1)$/;

/** The programs that converge and git start: an attacker finds no others. */
const programs: ReadonlySet<string> = new Set([
  "git",
  "git-upload-pack",
  "ssh",
  "ssh-keygen",
  "gpg",
  "dash",
  "sh",
]);

/** In addition to links to git itself, which are its own commands. */
const partsOfGit: ReadonlySet<string> = new Set(["git-remote-http", "git-remote-https"]);

/** Folders that only interactive users or the package manager read. */
const unread = [
  "usr/games",
  "usr/lib/gnupg",
  "usr/lib/gnupg2",
  "usr/lib/mime",
  "usr/lib/openssh",
  "usr/lib/systemd",
  "usr/share/apport",
  "usr/share/bash-completion",
  "usr/share/bug",
  "usr/share/common-licenses",
  "usr/share/debconf",
  "usr/share/git-core/contrib",
  "usr/share/gitweb",
  "usr/share/gnupg",
  "usr/share/info",
  "usr/share/lintian",
  "usr/share/locale",
  "usr/share/man",
  "usr/share/perl5",
  "var/cache",
  "var/backups",
  "var/lib/git",
  "etc/systemd",
  "home",
  "root",
];

/** Since Debian 12 these are folders in usr; packages may still use the old names. */
const merged = ["bin", "sbin", "lib", "lib64"];

/**
 * Fills an empty folder with the Debian part of the image. `downloads`: a folder in which packages may stay
 * for the next time.
 */
export async function unpackDistribution(root: string, downloads: string): Promise<readonly Package[]> {
  for (const name of merged) {
    await mkdir(join(root, "usr", name), { recursive: true });
    await symlink(`usr/${name}`, join(root, name));
  }
  const packages = await fetchPackages({ wanted, unneeded }, downloads);
  for (const { name, file } of packages) {
    const path = join(downloads, file);
    await pipePrograms(
      ["dpkg-deb", "--fsys-tarfile", path],
      ["tar", "-x", "--keep-directory-symlink", "--no-same-owner", "--no-same-permissions", "-C", root],
    );
    await register(root, name, path);
  }
  await writeFile(join(root, "etc/ssl/certs/ca-certificates.crt"), await certificates(root));
  await thin(root);
  return packages;
}

/** Registers a package, so that scanners can list the content of an image without a package manager. */
async function register(root: string, name: string, file: string): Promise<void> {
  const folder = join(root, "var/lib/dpkg/status.d");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), await runProgram("dpkg-deb", ["--field", file]));
}

/** The output of `update-ca-certificates`. */
async function certificates(root: string): Promise<string> {
  const folder = join(root, "usr/share/ca-certificates/mozilla");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".crt")).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.join("");
}

async function thin(root: string): Promise<void> {
  await Promise.all(
    [...unread, "usr/share/ca-certificates"].map((path) =>
      rm(join(root, path), { recursive: true, force: true }),
    ),
  );
  await keepOnly(join(root, "usr/bin"), (name) => programs.has(name));
  await keepOnly(join(root, "usr/sbin"), () => false);
  const core = join(root, "usr/lib/git-core");
  await rm(join(core, "git"), { force: true });
  await symlink("../../bin/git", join(core, "git"));
  await keepOnly(core, async (name, path) => name === "git" || partsOfGit.has(name) || isLinkToGit(path));
  const doc = join(root, "usr/share/doc");
  // Some packages have a link there, to the folder of another one.
  for (const entry of (await readdir(doc, { withFileTypes: true })).filter((each) => each.isDirectory())) {
    await keepOnly(join(doc, entry.name), (file) => file === "copyright");
  }
}

async function isLinkToGit(path: string): Promise<boolean> {
  return (await readlink(path).catch(() => "")) === "git";
}

/** Deletes everything in a folder except what is to be kept. */
async function keepOnly(
  folder: string,
  keeps: (name: string, path: string) => boolean | Promise<boolean>,
): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!(await keeps(name, path))) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

/**
 * Creates the users, names and folders that programs expect. No user has a password or a shell. Returns the
 * folders that belong to the user.
 */
export async function furnish(
  root: string,
  { name, id }: { readonly name: string; readonly id: number },
): Promise<readonly string[]> {
  const own = [`home/${name}`, `var/lib/${name}`];
  const folders = [...own, "proc", "dev", "sys", "run", "tmp", "var/tmp", "etc/git", `etc/${name}`];
  await Promise.all(folders.map((path) => mkdir(join(root, path), { recursive: true })));
  const users = [`root:x:0:0:root:/root:/nologin`, `${name}:x:${id}:${id}:${name}:/home/${name}:/nologin`];
  const files = {
    "etc/passwd": `${users.join("\n")}\n`,
    "etc/group": `root:x:0:\n${name}:x:${id}:\n`,
    "etc/nsswitch.conf": "hosts: files dns\n",
    "etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
    "etc/resolv.conf": "",
  };
  for (const [path, text] of Object.entries(files)) {
    await writeFile(join(root, path), text);
  }
  await Promise.all(["tmp", "var/tmp"].map((path) => chmod(join(root, path), 0o1777)));
  return own;
}

/**
 * Runs programs of an unpacked image as a container runtime would: as the image's user, on a read-only root,
 * with tmpfs on /tmp and the folder of the state. Needs root but no container daemon: kernel namespaces by
 * `unshare`, `mount` and `chroot`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

import type { UnpackedImage } from "./image-layout.ts";

/** The result of a program. */
export interface ImageRun {
  readonly code: number;
  /** Standard output, followed by standard error. */
  readonly said: string;
}

/** The environment of a container besides the image. */
export interface ContainerSetup {
  readonly env?: Readonly<Record<string, string>>;
  /** Read-only folders of this machine, by their mount points. */
  readonly mounts?: Readonly<Record<string, string>>;
}

/**
 * Mounts are given in pairs, followed by `--` and the command. The namespace removes everything at its end.
 */
const script = `set -e
root=$1; user=$2; shift 2
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for name in null zero full random urandom; do : > "$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; done
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o "uid=$user,gid=$user,mode=700" tmpfs "$root/var/lib/converge"
mount -t tmpfs tmpfs "$root/var/run"
while [ "$1" != -- ]; do mkdir -p "$root$2"; mount --bind "$1" "$root$2"; mount -o remount,bind,ro "$root$2"; shift 2; done
shift
exec env -i "$@"`;

/** Runs a program of the image to its end. Throws if this is not done as root. */
export async function runInImage(
  { root, config: { config } }: UnpackedImage,
  words: readonly string[],
  { env = {}, mounts = {} }: ContainerSetup = {},
): Promise<ImageRun> {
  if (process.getuid?.() !== 0) {
    throw new Error("the image is tried out with mounts of its own: run its test as root");
  }
  const [user = ""] = config.User.split(":");
  const pairs = Object.entries(mounts).flatMap(([there, here]) => [here, there]);
  const variables = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const enter = ["/usr/sbin/chroot", `--userspec=${config.User}`, `--groups=${user}`, root];
  const namespaces = ["--mount", "--pid", "--fork", "--kill-child"];
  const given = [root, user, ...pairs, "--", ...variables, ...enter, ...words];
  const child = spawn("unshare", [...namespaces, "/bin/sh", "-c", script, "sh", ...given], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => said.push(piece));
  child.stderr.on("data", (piece: Buffer) => errors.push(piece));
  const [code]: readonly unknown[] = await once(child, "close");
  return { code: Number(code ?? -1), said: Buffer.concat([...said, ...errors]).toString("utf8") };
}

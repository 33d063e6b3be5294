import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

const script = join(import.meta.dirname, "up.ts");

/**
 * The end of `up.ts --check` on a machine with nothing built, where only these programs exist, as shell
 * scripts.
 */
function check(programs: Readonly<Record<string, string>>): object {
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-prerequisites-"));
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder.path, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  const env = { PATH: folder.path, XDG_CACHE_HOME: folder.path };
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { env, encoding: "utf8" });
  return { status, stderr };
}

const all = "etcd, kube-apiserver, kube-controller-manager, kube-scheduler, kwok";

test("all missing prerequisites are named in one line", (t) => {
  t.deepEqual(check({}), {
    status: 2,
    stderr: `missing on this machine: Go 1.26 or later (found none), to build ${all}; openssl 3 (found none)\n`,
  });
});

test("a version of Go that is too old is reported", (t) => {
  const go = 'echo "go version go1.20.3 linux/amd64"';
  t.deepEqual(check({ go, openssl: "exit 0" }), {
    status: 2,
    stderr: `missing on this machine: Go 1.26 or later (found 1.20.3), to build ${all}\n`,
  });
});

test("a version of Go that cannot fetch a newer toolchain is reported", (t) => {
  const go = '[ "$GOTOOLCHAIN" = local ] && echo "go version go1.24.1 linux/amd64" || exit 1';
  t.deepEqual(check({ go, openssl: "exit 0" }), {
    status: 2,
    stderr: `missing on this machine: Go 1.26 or later (found 1.24.1), to build ${all}\n`,
  });
});

test("nothing is printed if no prerequisite is missing", (t) => {
  const go = 'echo "go version go1.27 linux/amd64"';
  t.deepEqual(check({ go, openssl: "exit 0" }), { status: 0, stderr: "" });
});

#!/usr/bin/env node
/**
 * A plugin for data keys of SOPS that are encrypted for PGP: `--sops-plugin pgp=/path/to/sops-gpg.ts`. It
 * needs `gpg` with the private key. The input is from the repository, so it goes to standard input of gpg.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const entry: { readonly enc?: string } = JSON.parse(readFileSync(0, "utf8"));
const { status, stdout, error } = spawnSync("gpg", ["--batch", "--quiet", "--decrypt"], {
  input: entry.enc ?? "",
  stdio: ["pipe", "pipe", "inherit"],
});
if (status === 0) {
  console.log(stdout.toString("base64"));
} else {
  console.error(error?.message ?? "gpg cannot decrypt it");
  process.exitCode = 1;
}

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { type AgeKeySource, readAgeKeys } from "./age-keys.ts";

const one = `AGE-SECRET-KEY-1${"Q".repeat(58)}`;
const two = `AGE-SECRET-KEY-1${"P".repeat(58)}`;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "age-keys-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function identities(source: AgeKeySource): Promise<readonly string[] | string> {
  const keys = await readAgeKeys(source);
  return "fault" in keys ? keys.fault : keys.identities;
}

test("a file may have several keys, comments and Windows line ends", async (t) => {
  const folder = folderWith({ "keys.txt": `# public key: age1x\r\n${one}\r\n\r\n${two}\n` });
  t.deepEqual(await identities({ paths: [join(folder, "keys.txt")] }), [one, two]);
});

test("the *.agekey files of a folder are read", async (t) => {
  const folder = folderWith({ "b.agekey": two, "a.agekey": one, identity: "no key" });
  t.deepEqual(await identities({ paths: [folder] }), [one, two]);
});

test("the environment and the default file add keys", async (t) => {
  const folder = folderWith({ "sops/age/keys.txt": two });
  t.deepEqual(await identities({ paths: [], env: { SOPS_AGE_KEY: one, XDG_CONFIG_HOME: folder } }), [
    one,
    two,
  ]);
  t.deepEqual(
    await identities({ paths: [], env: { SOPS_AGE_KEY_FILE: join(folder, "sops/age/keys.txt") } }),
    [two],
  );
  t.deepEqual(await identities({ paths: [], env: { HOME: folder } }), []);
});

test("several keys in SOPS_AGE_KEY may be on one line", async (t) => {
  t.deepEqual(await identities({ paths: [], env: { SOPS_AGE_KEY: `${one} ${two}` } }), [one, two]);
});

const faults = test.macro(async (t, text: string, expected: RegExp) => {
  const path = join(folderWith({ "keys.txt": text }), "keys.txt");
  const keys = await readAgeKeys({ paths: [path] });
  const fault = "fault" in keys ? keys.fault : "";
  t.true(fault.startsWith(path));
  t.regex(fault, expected);
  t.false(fault.includes("QQQQ"));
});
test("a key file without keys is a fault", faults, "# nothing\n", /has no age key/);
test(
  "a line that is not a key is a fault that does not quote it",
  faults,
  `${one}\nkey: QQQQ\n`,
  /a line that is not an age key/,
);
test(
  "a key file encrypted with a passphrase is a fault",
  faults,
  "-----BEGIN AGE ENCRYPTED FILE-----\nQQQQ\n",
  /passphrase/,
);
test("the key of an age plugin is a fault", faults, "AGE-PLUGIN-YUBIKEY-1QQQQ\n", /plugin/);

test("a missing or too large file, or a folder without keys, is a fault with its name", async (t) => {
  const folder = folderWith({ "large.txt": "#".repeat(2 ** 20 + 1) });
  t.regex(String(await identities({ paths: [join(folder, "none")] })), /none does not exist/);
  t.regex(String(await identities({ paths: [join(folder, "large.txt")] })), /larger than 1 MiB/);
  t.regex(String(await identities({ paths: [folder] })), /no file that ends in .agekey/);
});

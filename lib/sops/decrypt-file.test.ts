import { readdirSync, readFileSync } from "node:fs";

import test from "ava";

import { sopsFolder, testKeyFile } from "../../fixtures/encrypted-file.ts";
import { type DecryptedFile, decryptFile } from "./decrypt-file.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";

const keys = { paths: [testKeyFile] };

function encrypted(name: string): Buffer {
  return readFileSync(`${sopsFolder}/files/encrypted/${name}`);
}

async function decryptAs(name: string, content: Uint8Array): Promise<DecryptedFile | Diagnostic | undefined> {
  return decryptFile({ name, content }, keys);
}

/** The lines of a file, without empty ones and without the text of comments, which SOPS encrypts. */
function lines(content: Uint8Array): readonly string[] {
  return Buffer.from(content)
    .toString("latin1")
    .split("\n")
    .map((line) => line.replace(/^#.*/, "#"))
    .filter((line) => line !== "");
}

for (const name of readdirSync(`${sopsFolder}/files/decrypted`)) {
  test(`${name} is decrypted to what sops prints`, async (t) => {
    const found = await decryptAs(name, encrypted(name));
    const printed = readFileSync(`${sopsFolder}/files/decrypted/${name}`);
    const [content] = found !== undefined && "content" in found ? [found.content] : [];
    t.deepEqual(lines(content ?? Buffer.of()), lines(name === "app.yaml" ? quoted(printed) : printed));
  });
}

/** Decrypted strings are quoted in YAML. */
function quoted(printed: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(printed).toString().replace("yaml-file-s3cr3t", '"yaml-file-s3cr3t"'));
}

test("the values of a dotenv file, and binary files as a whole, are secret", async (t) => {
  t.like(await decryptAs("app.env", encrypted("app.env")), {
    values: ["shop", "dotenv-s3cr3t=with equals", "two\nlines of text"],
  });
  t.like(await decryptAs("nginx.conf", encrypted("nginx.conf")), {
    values: ["listen 80;\npassword binary-text-s3cr3t;\n", "listen 80;\npassword binary-text-s3cr3t;"],
  });
  t.like(await decryptAs("keystore.p12", encrypted("keystore.p12")), {
    values: [Buffer.from("\u0000\u0001\u00ff\u00febinary keystore", "latin1").toString("base64")],
  });
});

const isRefused = test.macro(
  async (t, name: string, change: (text: string) => string, line: number, pattern: RegExp) => {
    const changed = change(encrypted(name).toString());
    const found = await decryptAs(name, Buffer.from(changed));
    t.like(found, { severity: "error", origin: { file: name, line } });
    const message = found !== undefined && "message" in found ? found.message : "";
    t.regex(message, pattern);
    t.notRegex(message, /s3cr3t/);
  },
);

test(
  "a dotenv file with an added variable is refused",
  isRefused,
  "app.env",
  (text) => `ADDED_unencrypted=x\n${text}`,
  8,
  /MAC/,
);
test(
  "a value moved to another variable is refused",
  isRefused,
  "app.env",
  (text) => text.replace("MOTD=", "OTHER="),
  5,
  /of OTHER.*moved/,
);
test(
  "a plain text value in an encrypted dotenv file is refused",
  isRefused,
  "app.env",
  (text) => text.replace("EMPTY=", "EMPTY=x"),
  6,
  /not encrypted/,
);
test("reordered variables are refused", isRefused, "app.env", swapped, 7, /MAC/);
test(
  "metadata without a lastmodified time is refused",
  isRefused,
  "app.env",
  (text) => text.replace(/sops_lastmodified.*/, ""),
  1,
  /lastmodified/,
);
test(
  "changed data of a binary file is refused",
  isRefused,
  "nginx.conf",
  (text) => text.replace("data:DWle", "data:DWlf"),
  1,
  /changed/,
);
test("the MAC of another file is refused", isRefused, "nginx.conf", otherMac, 1, /MAC/);
test("encrypted INI files are not supported", isRefused, "app.ini", (text) => text, 1, /INI/);

function swapped(text: string): string {
  return text.replace(/(DB_PASSWORD=.*\n)(DB_HOST.*\n)(MOTD=.*\n)/, "$3$2$1");
}

function otherMac(text: string): string {
  const [mac = ""] = /"mac": ".*"/.exec(encrypted("keystore.p12").toString()) ?? [];
  return text.replace(/"mac": ".*"/, mac);
}

test("several key groups are not supported", async (t) => {
  const text = encrypted("app.env").toString();
  const groups = text.replaceAll("sops_age__list_0", "sops_key_groups__list_0__map_age__list_0");
  const second = `${groups}sops_key_groups__list_1__map_age__list_0__map_recipient=age1x\n`;
  t.like(await decryptAs("app.env", Buffer.from(second)), { code: "SopsUnsupported" });
});

for (const content of [
  "DB_USER=shop\nsops_version=3\n",
  "[sops]\n",
  '{"data": "x", "sops": {}}',
  Buffer.of(0xff, 0xfe),
]) {
  test(`${JSON.stringify(content)} is not encrypted`, async (t) => {
    t.is(await decryptAs("app.env", Buffer.from(content)), undefined);
  });
}

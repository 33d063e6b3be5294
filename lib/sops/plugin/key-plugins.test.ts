import { existsSync, readFileSync, writeFileSync } from "node:fs";

import test from "ava";

import { decryptText, encryptedFile, testKeyFile } from "../../../fixtures/encrypted-file.ts";
import { fastClock } from "../../../fixtures/fast-clock.ts";
import { decrypting, encryptedFor, keyPlugin } from "../../../fixtures/key-plugin.ts";
import type { Decrypted } from "../decrypt-sources.ts";
import { KeyPlugins, type PluginSurroundings } from "./key-plugins.ts";
import { parsePluginPrograms } from "./plugin-programs.ts";

const pgp = { pgp: [{ fp: "85D77543B3D6" }] };

function open(programs: readonly string[], surroundings: Partial<PluginSurroundings> = {}): KeyPlugins {
  const parsed = parsePluginPrograms(programs);
  if ("fault" in parsed) {
    throw new Error(parsed.fault);
  }
  return new KeyPlugins(parsed, { env: {}, clock: fastClock(), ...surroundings });
}

async function decryptWith(plugins: KeyPlugins | undefined, services: object = pgp): Promise<Decrypted> {
  const text = await encryptedFor(encryptedFile("secret.yaml"), services as typeof pgp);
  return decryptText(text, { paths: [], plugins });
}

test("a plugin decrypts a file", async (t) => {
  const { program } = keyPlugin(t, decrypting);
  const { sources, found } = await decryptWith(open([`pgp=${program}`]));
  t.deepEqual(found, []);
  t.true(sources[0]?.text.includes("correct horse battery staple"));
});

test("a plugin for all key types gets the entry and its type, no arguments and few environment variables", async (t) => {
  const { program, log } = keyPlugin(
    t,
    `log(JSON.stringify({ ...entry, enc: "", words: process.argv.slice(2), env: Object.keys(process.env).sort(), at: process.cwd() })); ${decrypting}`,
  );
  const env = { PATH: "/usr/bin", HOME: "/home/ada", AWS_REGION: "eu", VAULT_TOKEN: "x", SOPS_AGE_KEY: "x" };
  const entry = { arn: "arn:aws:kms:eu", context: { team: "shop" }, type: "pgp" };
  const { found } = await decryptWith(open([program], { env }), { kms: [entry] });
  t.deepEqual(found, []);
  const logged = JSON.parse(log());
  // Node sets this variable for every child process while coverage is measured.
  const names: readonly string[] = logged.env.filter((name: string) => name !== "NODE_V8_COVERAGE");
  t.deepEqual(
    { ...logged, env: names },
    {
      ...entry,
      type: "kms",
      enc: "",
      words: [],
      env: ["AWS_REGION", "HOME", "PATH"],
      at: "/",
    },
  );
});

test("recipients are tried in turn until one can be decrypted", async (t) => {
  const failing = keyPlugin(t, "console.error('no such key'); process.exit(2);");
  const { program } = keyPlugin(t, decrypting);
  const services = { pgp: [{ fp: "A" }, { fp: "B" }], gcp_kms: [{ resource_id: "c" }], kms: [{ arn: "d" }] };
  const { found } = await decryptWith(open([`pgp=${failing.program}`, `kms=${program}`]), services);
  t.deepEqual(found, []);
});

test("an age key is tried before a plugin is run", async (t) => {
  const text = encryptedFile("secret.yaml").replace("    age:\n", "    pgp: [{ fp: A, enc: x }]\n    age:\n");
  const plugins = open(["/nowhere/plugin"]);
  t.deepEqual((await decryptText(text, { paths: [testKeyFile], plugins })).found, []);
  const { found } = await decryptText(text, { paths: [], plugins });
  t.regex(found[0]?.message ?? "", /no age key is given and \/nowhere\/plugin for PGP A does not exist/);
});

test("without a plugin the error names the recipients and the flag", async (t) => {
  const services = { pgp: [{ fp: "85D7" }], hc_vault: [{ key_name: "shop" }] };
  const { sources, found } = await decryptWith(undefined, services);
  t.deepEqual(sources, []);
  t.like(found, [{ code: "SopsKeyMissing", origin: { file: "web.yaml" } }]);
  t.regex(
    found[0]?.message ?? "",
    /is encrypted for PGP 85D7 and HashiCorp Vault shop, and no plugin for pgp is given and no plugin for hc_vault is given: set --sops-plugin pgp=PROGRAM, or for a unit of sync `decryption`$/,
  );
});

const fails = test.macro(async (t, script: string, pattern: RegExp) => {
  const { program } = keyPlugin(t, script);
  const { sources, found } = await decryptWith(open([program]));
  t.deepEqual(sources, []);
  t.like(found, [{ code: "SopsPluginFailed", severity: "error", origin: { file: "web.yaml" } }]);
  const message = found[0]?.message ?? "";
  t.regex(message, pattern);
  t.regex(message, /is encrypted for PGP 85D77543B3D6, and \/\S+plugin for PGP 85D77543B3D6 /);
  t.notRegex(message, /\n|hush|[A-Za-z0-9+/]{43}/);
});

test(
  "the end of a plugin's stderr is shown on one line, without control characters",
  fails,
  "console.error('one\\ntwo\\nthree\\n\\n\\u001b[31mgpg: no key\\u0007'); process.exit(2);",
  / failed \(exit code 2\): two; three; gpg: no key: /,
);
test(
  "possible keys and passwords in the output of a plugin are not shown",
  fails,
  "const key = [...entry.enc].reverse().join(''); console.log(key + '!'); console.error('token=hush', key, Buffer.from(key, 'base64').toString('hex')); process.exit(1);",
  / failed \(exit code 1\): token=… … …: /,
);
test(
  "a plugin without output is an error",
  fails,
  "",
  / wrote something else than 32 bytes in base64 to standard output: /,
);
test(
  "a plugin that prints a short key is an error",
  fails,
  "console.log('aHVzaA==')",
  / wrote something else than 32 bytes in base64/,
);
test(
  "a plugin that prints a gigabyte to stdout is an error",
  fails,
  "const much = Buffer.alloc(2 ** 20, 97); for (let n = 0; n < 1024; n += 1) fs.writeSync(1, much);",
  / wrote more than 4096 bytes: /,
);
test(
  "a plugin that prints many megabytes to stderr is an error",
  fails,
  "const much = Buffer.alloc(2 ** 20, 97); for (let n = 0; n < 64; n += 1) fs.writeSync(2, much); process.exit(3)",
  / failed \(exit code 3\): …: /,
);
test(
  "a plugin that crashes is an error",
  fails,
  "process.kill(process.pid, 'SIGSEGV')",
  / failed \(SIGSEGV\): /,
);

test("a plugin that is missing or not executable is named in the error", async (t) => {
  t.regex(
    (await decryptWith(open(["/nowhere/plugin"]))).found[0]?.message ?? "",
    /\/nowhere\/plugin for PGP 85D77543B3D6 does not exist/,
  );
  const { program } = keyPlugin(t, "");
  writeFileSync(`${program}.txt`, "", { mode: 0o644 });
  const { found } = await decryptWith(open([`${program}.txt`]));
  t.regex(found[0]?.message ?? "", /plugin\.txt for PGP \S+ cannot be executed by this user/);
});

/** Reports whether a process runs; one that has ended may remain as a zombie. */
function isRunning(pid: string): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !readFileSync(file, "utf8").includes(") Z ");
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise(setImmediate);
  }
}

test("a plugin that hangs is killed with its children after a minute, and not run again", async (t) => {
  const { program, log } = keyPlugin(
    t,
    "log(String(require('node:child_process').spawn('sleep', ['1000'], { stdio: 'inherit' }).pid)); setInterval(() => {}, 1000);",
  );
  const clock = fastClock();
  const plugins = open([program], { clock, env: process.env });
  const first = decryptWith(plugins);
  await until(() => existsSync(`${program}.log`) && log() !== "");
  t.true(isRunning(log()));
  clock.pass(60_000);
  t.regex((await first).found[0]?.message ?? "", / for PGP 85D77543B3D6 did not end within 60 s: /);
  await until(() => !isRunning(log()));
  const second = await decryptWith(plugins, { pgp: [{ fp: "another" }] });
  t.regex(
    second.found[0]?.message ?? "",
    / for PGP another is not run again, because it did not end before: /,
  );
});

test("a data key that is needed twice is decrypted once", async (t) => {
  const { program, log } = keyPlugin(t, `log("x"); ${decrypting}`);
  const plugins = open([program]);
  await decryptWith(plugins);
  t.deepEqual((await decryptWith(plugins)).found, []);
  t.is(log(), "x");
});

test("an abort kills a running plugin", async (t) => {
  const { program } = keyPlugin(t, "setInterval(() => {}, 1000);");
  const ending = new AbortController();
  const clock = fastClock();
  const decrypted = decryptWith(open([program], { clock, signal: ending.signal }));
  await until(() => clock.running() > 0);
  ending.abort(new Error("the run was ended"));
  await t.throwsAsync(decrypted, { message: "the run was ended" });
  t.is(clock.running(), 0);
});

test("an entry that is too large is not passed to a plugin", async (t) => {
  const { program } = keyPlugin(t, decrypting);
  const { found } = await decryptWith(open([program]), { pgp: [{ fp: "A", more: "x".repeat(70_000) }] });
  t.regex(found[0]?.message ?? "", /is not run for an entry of more than 65536 characters/);
});

const isRefused = test.macro((t, words: readonly string[], pattern: RegExp) => {
  const parsed = parsePluginPrograms(words);
  t.regex("fault" in parsed ? parsed.fault : "", pattern);
});

test(
  "a plugin for an unknown key type is refused",
  isRefused,
  ["azure-kv=/a"],
  /azure-kv is not a key type: write pgp, kms.*did you mean "azure_kv"/,
);
test("a plugin with a relative path is refused", isRefused, ["pgp=a"], /with the absolute path/);
test("a plugin name to look up on the PATH is refused", isRefused, ["sops-gpg"], /with the absolute path/);
test("a plugin for one key type takes precedence over the plugin for all types", (t) => {
  const parsed = parsePluginPrograms(["pgp=/a", "/b"]);
  t.deepEqual("fault" in parsed ? [] : [parsed.get("pgp"), parsed.get("kms")], ["/a", "/b"]);
});

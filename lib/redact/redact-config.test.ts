import test from "ava";

import { formatDiagnostics } from "../report/diagnostics/diagnostics.ts";
import { readConfiguration } from "../sync/config/read-configuration.ts";
import { withoutSecrets } from "./redact-config.ts";

const head = "apiVersion: converge.dev/v1\nkind: Sync\n";

/** The diagnostics that are shown for a file. */
async function read(text: string): Promise<string> {
  const source = { name: "sync.yaml", text };
  const reading = await readConfiguration(source);
  const sources = new Map([[source.name, withoutSecrets(source)]]);
  return "diagnostics" in reading ? formatDiagnostics(reading.diagnostics, { sources, color: false }) : "";
}

test("all faults are shown at once, with their lines and with secrets masked", async (t) => {
  const text = `${head}units:
  - name: a
    source: { url: "https://me:hunter2@example.com/a", auth: { passwordFile: /p } }
    dependsOn: [b]
  - name: b
    source: { url: "https://example.com/a" }
    dependsOn: [a]
`;
  t.is(
    await read(text),
    `sync.yaml:5:20: error: units[0].source.url: "https://example.com/a" contains a password: put it into a file, and set passwordFile [SettingInvalid]
    5 |     source: { url: "https://**********@example.com/a", auth: { passwordFile: /p } }
      |                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

sync.yaml:6:16: error: units depend on each other in a cycle: a → b → a; remove one of the dependencies [SettingConflict]
    6 |     dependsOn: [b]
      |                ^~~
  sync.yaml:9:16: unit b
    9 |     dependsOn: [a]
      |                ^~~

2 errors
`,
  );
  t.is(
    await read(`${head}units:\n  - name: a\n    source: { auth: { password: hunter2, token: 'a b' } }\n`),
    `sync.yaml:5:23: error: unknown setting "password" in units[0].source.auth; did you mean passwordFile? [SettingUnknown]
    5 |     source: { auth: { password: *******, token: ***** } }
      |                       ^~~~~~~~

sync.yaml:5:42: error: unknown setting "token" in units[0].source.auth; did you mean passwordFile? [SettingUnknown]
    5 |     source: { auth: { password: *******, token: ***** } }
      |                                          ^~~~~

2 errors
`,
  );
});

const shown = test.macro({
  title: (_, text: string, expected: string) => `${text} is shown as ${expected}`,
  exec: (t, text: string, expected: string) => {
    t.is(withoutSecrets({ name: "sync.yaml", text }).text, expected);
  },
});

test(shown, "url: https://token@example.com/a", "url: https://*****@example.com/a");
test(shown, "url: git@example.com:a", "url: git@example.com:a");
test(shown, "passwordFile: /etc/password", "passwordFile: /etc/password");
test(shown, "secretFolder: /etc/secret", "secretFolder: /etc/secret");
test(shown, 'bearerToken: "a b" # c', "bearerToken: ***** # c");
test(shown, '{"password":"a"}', '{"password":***}');
test(shown, "{ token: a b, username: me }", "{ token: ***, username: me }");

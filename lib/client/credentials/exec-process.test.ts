import test from "ava";

import { fastClock } from "../../../fixtures/fast-clock.ts";
import { answer, makeExecPlugin, counting, v1, type Plugin } from "../../../fixtures/exec-plugin.ts";
import { AccessError } from "../model/api-error.ts";

const fails = test.macro({
  async exec(t, _title: string, plugin: Plugin, expected: string) {
    const made = makeExecPlugin(t, plugin);
    const access = await made.open();
    const error = await t.throwsAsync(access.credentials(), { instanceOf: AccessError });
    const place = `${made.folder}/.kube/config: users[0].user.exec: `;
    t.is(error.message.replace(place, "").replaceAll(made.folder, "~"), expected);
    t.notRegex(error.message, /hush|\n/);
  },
  title: (_, title: string) => title,
});

const name = "~/.kube/bin/plugin";
const noJson = `${name} did not write an ExecCredential in JSON to stdout`;
test(
  fails,
  "a failing exec plugin is reported with its exit code and last error line, secrets masked",
  {
    script: "echo first >&2; echo 'no session: hush-hush' >&2; exit 3",
    exec: { env: [{ name: "X", value: "hush-hush" }] },
  },
  `${name} failed (exit code 3): no session: …`,
);
test(
  fails,
  "a killed exec plugin is reported with the signal",
  { script: "kill -9 $$" },
  `${name} failed (SIGKILL)`,
);
test(
  fails,
  "a missing exec plugin is reported with its install hint",
  { script: "", exec: { command: "no-such-plugin", installHint: "Get it:\n  brew install it\n" } },
  "no-such-plugin is not installed. Get it: brew install it",
);
test(
  fails,
  "a missing exec plugin without an install hint is reported",
  { script: "", exec: { command: "./no" } },
  "~/.kube/no is not installed",
);
test(
  fails,
  "an exec plugin that is not executable is reported",
  { script: "", exec: { command: "./config" } },
  "~/.kube/config cannot be executed by this user",
);
test(
  fails,
  "an exec plugin with NUL in an argument is reported",
  { script: "", exec: { args: ["a\0b"] } },
  `${name} cannot be started (ERR_INVALID_ARG_VALUE)`,
);
test(fails, "exec plugin output that is not JSON is refused", { script: "echo hush" }, noJson);
test(
  fails,
  "exec plugin output that is not a JSON object is refused",
  { script: "echo '[\"hush\"]'" },
  noJson,
);
test(fails, "empty exec plugin output is refused", { script: "true" }, noJson);
test(
  fails,
  "endless exec plugin output is refused",
  { script: "exec cat /dev/zero" },
  `${name} wrote more than 1 MiB to stdout`,
);
test(
  fails,
  "an ExecCredential of another apiVersion is refused",
  { script: answer('{"token":"hush"}', "client.authentication.k8s.io/v1beta1") },
  `${name} answered with an apiVersion other than ${v1}; update the plugin or the entry`,
);
test(
  fails,
  "an ExecCredential without a token or certificate is refused",
  { script: answer("{}") },
  `${name} returned neither a token nor a certificate`,
);
test(
  fails,
  "an ExecCredential with a certificate but no key is refused",
  { script: answer('{"clientCertificateData":"hush"}') },
  `${name} returned a certificate without its key, or a key without its certificate`,
);
test(
  fails,
  "an ExecCredential with an invalid expirationTimestamp is refused",
  { script: answer('{"token":"hush","expirationTimestamp":"soon"}') },
  `${name} returned an expirationTimestamp that is not an RFC 3339 time`,
);
test(
  fails,
  "an ExecCredential whose token is not valid in a header is refused",
  { script: answer('{"token":"hush\\u000ahush"}') },
  "the token contains a line break or control character, which is not allowed in a header",
);
test(
  fails,
  "an interactive exec plugin without a terminal is refused",
  { script: counting, exec: { interactiveMode: "Always" } },
  `${name} asks for input (interactiveMode: Always), and standard input is not a terminal`,
);

test("an exec plugin that hangs is ended after 60 s", async (t) => {
  const made = makeExecPlugin(t, { script: "echo waiting >&2; exec sleep 1000" });
  const waiting = Promise.withResolvers<void>();
  const access = await made.open({ warn: () => waiting.resolve() });
  const asked = access.credentials();
  await waiting.promise;
  made.expire();
  const error = await t.throwsAsync(asked, { instanceOf: AccessError });
  t.regex(error.message, /plugin did not answer within 60 s: waiting$/);
});

test("a background process of an exec plugin is not waited for", async (t) => {
  const made = makeExecPlugin(t, { script: `sleep 20 > /dev/null & ${answer('{"token":"hush"}')}` });
  const access = await made.open({ clock: fastClock() });
  const { headers } = await access.credentials();
  t.is(headers["authorization"], "Bearer hush");
});

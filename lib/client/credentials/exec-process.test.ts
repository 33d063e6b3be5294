import test from "ava";

import { fastClock } from "../../../fixtures/fast-clock.ts";
import { answer, makeExecPlugin, counting, v1, type Plugin } from "../../../fixtures/exec-plugin.ts";
import { AccessError } from "../model/api-error.ts";

const fails = test.macro({
  async exec(t, _title: string, plugin: Plugin, expected: string) {
    const house = makeExecPlugin(t, plugin);
    const access = await house.open();
    const error = await t.throwsAsync(access.credentials(), { instanceOf: AccessError });
    const place = `${house.folder}/.kube/config: users[0].user.exec: `;
    t.is(error.message.replace(place, "").replaceAll(house.folder, "~"), expected);
    t.notRegex(error.message, /hush|\n/);
  },
  title: (_, title: string) => title,
});

const name = "~/.kube/bin/plugin";
const noJson = `${name} did not write an ExecCredential in JSON to stdout`;
test(
  fails,
  "a plugin that fails",
  {
    script: "echo first >&2; echo 'no session: hush-hush' >&2; exit 3",
    exec: { env: [{ name: "X", value: "hush-hush" }] },
  },
  `${name} failed (exit code 3): no session: …`,
);
test(fails, "a plugin that is killed", { script: "kill -9 $$" }, `${name} failed (SIGKILL)`);
test(
  fails,
  "a plugin that is not there, with its hint",
  { script: "", exec: { command: "no-such-plugin", installHint: "Get it:\n  brew install it\n" } },
  "no-such-plugin is not installed. Get it: brew install it",
);
test(
  fails,
  "a plugin that is not there, without a hint",
  { script: "", exec: { command: "./no" } },
  "~/.kube/no is not installed",
);
test(
  fails,
  "a plugin that is no program",
  { script: "", exec: { command: "./config" } },
  "~/.kube/config cannot be executed by this user",
);
test(
  fails,
  "a plugin that wants NUL in an argument",
  { script: "", exec: { args: ["a\0b"] } },
  `${name} cannot be started (ERR_INVALID_ARG_VALUE)`,
);
test(fails, "an answer that is no JSON", { script: "echo hush" }, noJson);
test(fails, "an answer that is no object", { script: "echo '[\"hush\"]'" }, noJson);
test(fails, "no answer", { script: "true" }, noJson);
test(
  fails,
  "an answer without end",
  { script: "exec cat /dev/zero" },
  `${name} wrote more than 1 MiB to stdout`,
);
test(
  fails,
  "an answer of another version",
  { script: answer('{"token":"hush"}', "client.authentication.k8s.io/v1beta1") },
  `${name} answered with an apiVersion other than ${v1}; update the plugin or the entry`,
);
test(
  fails,
  "an answer with nothing in it",
  { script: answer("{}") },
  `${name} returned neither a token nor a certificate`,
);
test(
  fails,
  "a certificate without its key",
  { script: answer('{"clientCertificateData":"hush"}') },
  `${name} returned a certificate without its key, or a key without its certificate`,
);
test(
  fails,
  "an end that is no time",
  { script: answer('{"token":"hush","expirationTimestamp":"soon"}') },
  `${name} returned an expirationTimestamp that is not an RFC 3339 time`,
);
test(
  fails,
  "a token that fits into no header",
  { script: answer('{"token":"hush\\u000ahush"}') },
  "the token contains a line break or control character, which is not allowed in a header",
);
test(
  fails,
  "a plugin that must ask, and nobody there",
  { script: counting, exec: { interactiveMode: "Always" } },
  `${name} asks for input (interactiveMode: Always), and standard input is not a terminal`,
);

test("a plugin that hangs is ended", async (t) => {
  const house = makeExecPlugin(t, { script: "echo waiting >&2; exec sleep 1000" });
  const waiting = Promise.withResolvers<void>();
  const access = await house.open({ warn: () => waiting.resolve() });
  const asked = access.credentials();
  await waiting.promise;
  house.expire();
  const error = await t.throwsAsync(asked, { instanceOf: AccessError });
  t.regex(error.message, /plugin did not answer within 60 s: waiting$/);
});

test("an agent that a plugin leaves behind is not waited for", async (t) => {
  const house = makeExecPlugin(t, { script: `sleep 20 > /dev/null & ${answer('{"token":"hush"}')}` });
  const access = await house.open({ clock: fastClock() });
  const { headers } = await access.credentials();
  t.is(headers["authorization"], "Bearer hush");
});

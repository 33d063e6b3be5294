import test from "ava";

import { RegistryError } from "../model/registry-error.ts";
import { credentialsFor } from "./docker-credentials.ts";

function inBase64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

const pair = Buffer.from("robot:se:cret").toString("base64");

/** How the credentials show: kind and what they hold. */
function shown(auths: unknown, host = "registry.example.com"): string {
  return Object.values(credentialsFor(inBase64({ auths }), host)).join(" ");
}

const finds = test.macro((t, auths: unknown, expected: string, host?: string) => {
  t.is(shown(auths, host), expected);
});

const password = "password robot se:cret";
test("credentials stand under the host", finds, { "registry.example.com": { auth: pair } }, password);
test("under its old address", finds, { "https://registry.example.com/v1/": { auth: pair } }, password);
test("under its address", finds, { "https://registry.example.com": { auth: pair } }, password);
test("under a plain address", finds, { "http://registry.example.com/v2/": { auth: pair } }, password);
test("with its port", finds, { "a.example:5000": { auth: pair } }, password, "a.example:5000");
test("another port is another registry", finds, { "a.example:5000": { auth: pair } }, "none", "a.example");
test("another host is another registry", finds, { "example.com": { auth: pair } }, "none");
test(
  "a host that only begins with it is another registry",
  finds,
  { "https://registry.example.com.evil.example/v1/": { auth: pair } },
  "none",
);
test(
  "the exact host goes before an address of it",
  finds,
  {
    "https://registry.example.com/v1/": { username: "b", password: "c" },
    "registry.example.com": { auth: pair },
  },
  password,
);
test(
  "docker's own registry stands under its old address",
  finds,
  { "https://index.docker.io/v1/": { auth: pair } },
  password,
  "docker.io",
);
test(
  "user and password may stand apart",
  finds,
  { "registry.example.com": { username: "robot", password: "se:cret" } },
  password,
);
test(
  "auth goes before user and password",
  finds,
  { "registry.example.com": { auth: pair, username: "a", password: "b" } },
  password,
);
test(
  "docker may end the password with NUL",
  finds,
  { "registry.example.com": { auth: Buffer.from("robot:se:cret\0\0").toString("base64") } },
  password,
);
test(
  "a refresh token goes before a password",
  finds,
  { "registry.example.com": { auth: Buffer.from("robot:").toString("base64"), identitytoken: "abc" } },
  "identity robot abc",
);
test(
  "a token of the registry is given as it is",
  finds,
  { "registry.example.com": { registrytoken: "abc" } },
  "registry abc",
);
test("an empty entry gives none", finds, { "registry.example.com": {} }, "none");
test("an inherited name is no host", finds, {}, "none", "constructor");

test("no configuration gives no credentials", (t) => {
  t.is(credentialsFor("", "registry.example.com").kind, "none");
  t.is(credentialsFor(inBase64({ credsStore: "desktop" }), "registry.example.com").kind, "none");
});

const refuses = test.macro((t, dockerCfg: string) => {
  const error = t.throws(() => credentialsFor(dockerCfg, "a.example"), { instanceOf: RegistryError });
  t.is(error.fault, "denied");
  t.false(error.message.includes("secret"), error.message);
});

test("what is no JSON is told without being quoted", refuses, Buffer.from("secret {").toString("base64"));
test(
  "what is no pair is told without being quoted",
  refuses,
  inBase64({ auths: { "a.example": { auth: Buffer.from("secret").toString("base64") } } }),
);

import test from "ava";

import { RegistryError } from "../model/registry-error.ts";
import { credentialsFor } from "./docker-credentials.ts";

function inBase64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

const pair = Buffer.from("robot:se:cret").toString("base64");

/** Credentials as text: their kind and their fields. */
function shown(auths: unknown, host = "registry.example.com"): string {
  return Object.values(credentialsFor(inBase64({ auths }), host)).join(" ");
}

const finds = test.macro((t, auths: unknown, expected: string, host?: string) => {
  t.is(shown(auths, host), expected);
});

const password = "password robot se:cret";
test("credentials are found by host", finds, { "registry.example.com": { auth: pair } }, password);
test(
  "credentials are found by the legacy URL https://HOST/v1/",
  finds,
  { "https://registry.example.com/v1/": { auth: pair } },
  password,
);
test(
  "credentials are found by https URL",
  finds,
  { "https://registry.example.com": { auth: pair } },
  password,
);
test(
  "credentials are found by http URL",
  finds,
  { "http://registry.example.com/v2/": { auth: pair } },
  password,
);
test(
  "credentials are found by host and port",
  finds,
  { "a.example:5000": { auth: pair } },
  password,
  "a.example:5000",
);
test(
  "credentials of another port are not used",
  finds,
  { "a.example:5000": { auth: pair } },
  "none",
  "a.example",
);
test("credentials of a parent domain are not used", finds, { "example.com": { auth: pair } }, "none");
test(
  "credentials of a host that only starts with the name are not used",
  finds,
  { "https://registry.example.com.evil.example/v1/": { auth: pair } },
  "none",
);
test(
  "an entry for the exact host takes precedence over a URL",
  finds,
  {
    "https://registry.example.com/v1/": { username: "b", password: "c" },
    "registry.example.com": { auth: pair },
  },
  password,
);
test(
  "credentials of docker.io are found by https://index.docker.io/v1/",
  finds,
  { "https://index.docker.io/v1/": { auth: pair } },
  password,
  "docker.io",
);
test(
  "username and password may be separate fields",
  finds,
  { "registry.example.com": { username: "robot", password: "se:cret" } },
  password,
);
test(
  "auth takes precedence over username and password",
  finds,
  { "registry.example.com": { auth: pair, username: "a", password: "b" } },
  password,
);
test(
  "NUL characters after the password are removed",
  finds,
  { "registry.example.com": { auth: Buffer.from("robot:se:cret\0\0").toString("base64") } },
  password,
);
test(
  "an identity token takes precedence over a password",
  finds,
  { "registry.example.com": { auth: Buffer.from("robot:").toString("base64"), identitytoken: "abc" } },
  "identity robot abc",
);
test(
  "a registry token is used unchanged",
  finds,
  { "registry.example.com": { registrytoken: "abc" } },
  "registry abc",
);
test("an empty entry gives no credentials", finds, { "registry.example.com": {} }, "none");
test("the name of an inherited property is not a host", finds, {}, "none", "constructor");

test("no configuration gives no credentials", (t) => {
  t.is(credentialsFor("", "registry.example.com").kind, "none");
  t.is(credentialsFor(inBase64({ credsStore: "desktop" }), "registry.example.com").kind, "none");
});

const refuses = test.macro((t, dockerCfg: string) => {
  const error = t.throws(() => credentialsFor(dockerCfg, "a.example"), { instanceOf: RegistryError });
  t.is(error.fault, "denied");
  t.false(error.message.includes("secret"), error.message);
});

test("invalid JSON is refused without being quoted", refuses, Buffer.from("secret {").toString("base64"));
test(
  "auth without a colon is refused without being quoted",
  refuses,
  inBase64({ auths: { "a.example": { auth: Buffer.from("secret").toString("base64") } } }),
);

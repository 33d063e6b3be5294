import test from "ava";

import {
  type RegistryModule,
  registryJson,
  registryModuleTable,
  registryNames,
  registryTable,
} from "./registry-list.ts";
import { formatPublication, publicationJson } from "./registry-publication.ts";

function moduleOf(module: string, channels: Readonly<Record<string, string>>): RegistryModule {
  return {
    module,
    versions: [...new Set(Object.values(channels))],
    channels: new Map(Object.entries(channels)),
  };
}

test("modules are a table with the versions of their channels, the least stable channel first", (t) => {
  const modules = [
    moduleOf("echo", { stable: "v1.0.0", alpha: "v1.1.0" }),
    moduleOf("hello-world", { beta: "v2.0.0" }),
    moduleOf("new", {}),
  ];
  t.is(
    registryTable(modules, false),
    [
      "MODULE       ALPHA   BETA    STABLE",
      "echo         v1.1.0          v1.0.0",
      "hello-world          v2.0.0",
      "new",
      "",
    ].join("\n"),
  );
});

test("a version is listed once with all channels that point to it", (t) => {
  const module = moduleOf("echo", { lts: "v1.0.0", beta: "v1.1.0", alpha: "v1.1.0" });
  t.is(
    registryModuleTable(module, false),
    ["VERSION  CHANNELS", "v1.0.0   lts", "v1.1.0   alpha, beta", ""].join("\n"),
  );
});

test("control characters from a registry are escaped in every output", (t) => {
  const hostile = "v1\u001b[2J";
  const texts = [
    registryTable([moduleOf(hostile, { alpha: hostile })], false),
    registryModuleTable(moduleOf("echo", { alpha: hostile }), false),
    registryNames([hostile]),
    registryJson("a.example/b", [moduleOf("echo", { alpha: hostile })]),
    formatPublication({
      module: hostile,
      version: hostile,
      images: [{ image: hostile, digest: hostile, change: "pushed" }],
    }),
    publicationJson({ module: hostile, version: hostile, images: [] }),
  ];
  t.true(texts.every((text) => !text.includes("\u001b")));
});

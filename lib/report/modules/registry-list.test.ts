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

test("modules stand under each other with the versions of their channels, from the boldest on", (t) => {
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

test("a version cannot be combined with all channels that lead to it", (t) => {
  const module = moduleOf("echo", { lts: "v1.0.0", beta: "v1.1.0", alpha: "v1.1.0" });
  t.is(
    registryModuleTable(module, false),
    ["VERSION  CHANNELS", "v1.0.0   lts", "v1.1.0   alpha, beta", ""].join("\n"),
  );
});

test("nothing that a registry says reaches the terminal as it is", (t) => {
  const evil = "v1\u001b[2J";
  const texts = [
    registryTable([moduleOf(evil, { alpha: evil })], false),
    registryModuleTable(moduleOf("echo", { alpha: evil }), false),
    registryNames([evil]),
    registryJson("a.example/b", [moduleOf("echo", { alpha: evil })]),
    formatPublication({
      module: evil,
      version: evil,
      images: [{ image: evil, digest: evil, change: "pushed" }],
    }),
    publicationJson({ module: evil, version: evil, images: [] }),
  ];
  t.true(texts.every((text) => !text.includes("\u001b")));
});

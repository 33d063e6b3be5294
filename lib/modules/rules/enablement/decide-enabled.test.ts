import test from "ava";

import { decided, type GivenModules } from "../../../../fixtures/modules/enablement/given-modules.ts";

const decides = test.macro({
  title: (_, title: string) => title,
  exec: (t, _title: string, modules: GivenModules, wanted: Readonly<Record<string, string>>) => {
    t.deepEqual(decided(modules), wanted);
  },
});

const optional = { test: ">v0.22.1 !optional" };
const wrongForTest = "does not meet the version constraint";
test(
  decides,
  "prometheus can be enabled while its optional dependency test is disabled",
  { prometheus: { version: "1.0.0", needs: optional, is: "wanted" }, test: { version: "0.21.1", is: "off" } },
  { prometheus: "on" },
);
test(
  decides,
  "prometheus can be enabled while its optional dependency test is not installed",
  { prometheus: { version: "1.0.0", needs: optional, is: "wanted" } },
  { prometheus: "on" },
);
test(
  decides,
  "prometheus cannot be enabled while its optional dependency test runs at an unsupported version",
  { prometheus: { version: "1.0.0", needs: optional, is: "wanted" }, test: { version: "v0.21.1", is: "on" } },
  {
    prometheus: `1 error occurred: dependency 'test' ${wrongForTest}: the '0.21.1' version does not satisfy the '>v0.22.1' constraint`,
    test: "on",
  },
);
test(
  decides,
  "prometheus stays enabled when its optional dependency test is disabled",
  {
    prometheus: { version: "1.0.0", needs: optional, is: "on" },
    test: { version: "v0.23.0", is: "dropped" },
  },
  { prometheus: "on" },
);
test(
  decides,
  "test cannot be enabled at a version that prometheus does not support",
  { prometheus: { version: "1.0.0", needs: optional, is: "on" }, test: { version: "v0.21.1", is: "wanted" } },
  {
    prometheus: "on",
    test: `1 error occurred: module 'prometheus' dependency 'test' ${wrongForTest} if it is enabled: the '0.21.1' version does not satisfy the '>v0.22.1' constraint`,
  },
);
test(
  decides,
  "a module is not enabled while a required module is disabled",
  { echo: { version: "1.0.0", needs: { x: ">= 0.0.0" }, is: "wanted" }, x: { version: "1.0.0", is: "off" } },
  { echo: "1 error occurred: dependency 'x' is disabled" },
);
test(
  decides,
  "a module is not enabled while a required module has no deployed release",
  { echo: { version: "1.0.0", needs: { x: ">= 0.0.0" }, is: "wanted" }, x: { version: "", is: "wanted" } },
  { echo: "1 error occurred: dependency 'x' is not deployed", x: "on" },
);
test(
  decides,
  "a module is not enabled while a required module does not exist",
  { echo: { version: "1.0.0", needs: { x: ">= 0.0.0" }, is: "wanted" } },
  { echo: "1 error occurred: dependency 'x' not found" },
);
test(
  decides,
  "modules of a dependency chain are enabled together",
  {
    a: { version: "1.0.0", needs: { b: ">= 1" }, is: "wanted" },
    b: { version: "1.0.0", needs: { c: ">= 1" }, is: "wanted" },
    c: { version: "1.0.0", is: "wanted" },
  },
  { a: "on", b: "on", c: "on" },
);
test(
  decides,
  "disabling a module also disables the modules that require it",
  {
    a: { version: "1.0.0", needs: { b: ">= 1" }, is: "on" },
    b: { version: "1.0.0", needs: { c: ">= 1" }, is: "on" },
    c: { version: "1.0.0", is: "dropped" },
    d: { version: "1.0.0", is: "on" },
  },
  {
    a: "1 error occurred: dependency 'b' is disabled",
    b: "1 error occurred: dependency 'c' is disabled",
    d: "on",
  },
);
test(
  decides,
  "a running module is not disabled by an unsupported version of another running module",
  {
    a: { version: "1.0.0", needs: { b: "< 2" }, is: "on" },
    b: { version: "2.0.0", is: "on" },
  },
  { a: "on", b: "on" },
);
test(
  decides,
  "requirements of an overridden module are ignored",
  {
    a: { version: "pr333", needs: { b: "< 2" }, is: "on", isOverridden: true },
    b: { version: "1.0.0", is: "dropped" },
  },
  { a: "on" },
);
test(
  decides,
  "the module of an exclusive group that was enabled first stays enabled",
  {
    a: { version: "1.0.0", is: "on", group: "g", since: 2 },
    b: { version: "1.0.0", is: "on", group: "g", since: 1 },
    c: { version: "1.0.0", is: "wanted", group: "g" },
  },
  {
    a: "module 'b' of the same exclusive group 'g' is enabled",
    b: "on",
    c: "module 'b' of the same exclusive group 'g' is enabled",
  },
);
test(
  decides,
  "the first module by name of an exclusive group without running modules is enabled",
  { b: { version: "1.0.0", is: "wanted", group: "g" }, a: { version: "1.0.0", is: "wanted", group: "g" } },
  { a: "on", b: "module 'a' of the same exclusive group 'g' is enabled" },
);
test(
  decides,
  "an exclusive group is free again once its module is disabled",
  { a: { version: "1.0.0", is: "dropped", group: "g" }, b: { version: "1.0.0", is: "wanted", group: "g" } },
  { b: "on" },
);

test(
  decides,
  "a module stays enabled while a required module is enabled but between two releases",
  { a: { version: "1.0.0", needs: { b: ">= 1" }, is: "on" }, b: { version: "", is: "on" } },
  { a: "on", b: "on" },
);

test("modules with optional dependencies on each other are both enabled in the first analysis", (t) => {
  const modules: GivenModules = {
    a: { version: "1.0.0", needs: { b: ">= 1 !optional" }, is: "wanted" },
    b: { version: "1.0.0", needs: { a: ">= 1 !optional" }, is: "wanted" },
  };
  t.deepEqual(decided(modules, { isFirst: true }), { a: "on", b: "on" });
});

test("the first analysis disables a module with unmet requirements and the modules that require it", (t) => {
  const modules: GivenModules = {
    a: { version: "1.0.0", needs: { b: ">= 1" }, is: "wanted" },
    b: { version: "1.0.0", needs: { c: ">= 2" }, is: "wanted" },
    c: { version: "1.0.0", is: "wanted" },
  };
  t.deepEqual(decided(modules, { isFirst: true }), {
    a: "1 error occurred: dependency 'b' is disabled",
    b: "1 error occurred: dependency 'c' does not meet the version constraint: the '1.0.0' version does not satisfy the '>= 2' constraint",
    c: "on",
  });
});

test("the analysis after a restart disables running modules whose requirements are no longer met", (t) => {
  const modules: GivenModules = {
    a: { version: "1.0.0", needs: { b: ">= 2" }, is: "on" },
    b: { version: "1.0.0", is: "on" },
  };
  t.deepEqual(decided(modules), { a: "on", b: "on" });
  t.deepEqual(decided(modules, { isFirst: true }), {
    a: "1 error occurred: dependency 'b' does not meet the version constraint: the '1.0.0' version does not satisfy the '>= 2' constraint",
    b: "on",
  });
});

test("the analysis after a restart keeps a module disabled that a running module does not support", (t) => {
  const modules: GivenModules = {
    prometheus: { version: "1.0.0", needs: { test: "> 0.22.1 !optional" }, is: "on" },
    test: { version: "0.21.1", is: "wanted" },
  };
  t.deepEqual(decided(modules, { isFirst: true }), decided(modules));
  t.is(decided(modules, { isFirst: true })["prometheus"], "on");
});

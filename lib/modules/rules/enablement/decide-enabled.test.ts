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
  "prometheus can be enabled where optional test is not enabled",
  { prometheus: { version: "1.0.0", needs: optional, is: "wanted" }, test: { version: "0.21.1", is: "off" } },
  { prometheus: "on" },
);
test(
  decides,
  "prometheus can be enabled where optional test is not there",
  { prometheus: { version: "1.0.0", needs: optional, is: "wanted" } },
  { prometheus: "on" },
);
test(
  decides,
  "prometheus cannot be enabled where optional test runs at a version that it refuses",
  { prometheus: { version: "1.0.0", needs: optional, is: "wanted" }, test: { version: "v0.21.1", is: "on" } },
  {
    prometheus: `1 error occurred: dependency 'test' ${wrongForTest}: the '0.21.1' version does not satisfy the '>v0.22.1' constraint`,
    test: "on",
  },
);
test(
  decides,
  "prometheus stays on where optional test is switched off",
  {
    prometheus: { version: "1.0.0", needs: optional, is: "on" },
    test: { version: "v0.23.0", is: "dropped" },
  },
  { prometheus: "on" },
);
test(
  decides,
  "test cannot be enabled at a version that prometheus refuses",
  { prometheus: { version: "1.0.0", needs: optional, is: "on" }, test: { version: "v0.21.1", is: "wanted" } },
  {
    prometheus: "on",
    test: `1 error occurred: module 'prometheus' dependency 'test' ${wrongForTest} if it is enabled: the '0.21.1' version does not satisfy the '>v0.22.1' constraint`,
  },
);
test(
  decides,
  "a module is not enabled while one that it needs is off",
  { echo: { version: "1.0.0", needs: { x: ">= 0.0.0" }, is: "wanted" }, x: { version: "1.0.0", is: "off" } },
  { echo: "1 error occurred: dependency 'x' is disabled" },
);
test(
  decides,
  "a module is not enabled while one that it needs has no deployed release",
  { echo: { version: "1.0.0", needs: { x: ">= 0.0.0" }, is: "wanted" }, x: { version: "", is: "wanted" } },
  { echo: "1 error occurred: dependency 'x' is not deployed", x: "on" },
);
test(
  decides,
  "a module is not enabled while one that it needs is not there",
  { echo: { version: "1.0.0", needs: { x: ">= 0.0.0" }, is: "wanted" } },
  { echo: "1 error occurred: dependency 'x' not found" },
);
test(
  decides,
  "modules that need each other along a chain come on together",
  {
    a: { version: "1.0.0", needs: { b: ">= 1" }, is: "wanted" },
    b: { version: "1.0.0", needs: { c: ">= 1" }, is: "wanted" },
    c: { version: "1.0.0", is: "wanted" },
  },
  { a: "on", b: "on", c: "on" },
);
test(
  decides,
  "a module that others need takes them along when it is switched off",
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
  "a module that runs is not switched off by a version of another one that it refuses",
  {
    a: { version: "1.0.0", needs: { b: "< 2" }, is: "on" },
    b: { version: "2.0.0", is: "on" },
  },
  { a: "on", b: "on" },
);
test(
  decides,
  "what an overridden module needs is not asked for",
  {
    a: { version: "pr333", needs: { b: "< 2" }, is: "on", isOverridden: true },
    b: { version: "1.0.0", is: "dropped" },
  },
  { a: "on" },
);
test(
  decides,
  "of an exclusive group the module that came on first stays on",
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
  "of an exclusive group in which nothing runs the first by name comes on",
  { b: { version: "1.0.0", is: "wanted", group: "g" }, a: { version: "1.0.0", is: "wanted", group: "g" } },
  { a: "on", b: "module 'a' of the same exclusive group 'g' is enabled" },
);
test(
  decides,
  "an exclusive group is free again once its module is switched off",
  { a: { version: "1.0.0", is: "dropped", group: "g" }, b: { version: "1.0.0", is: "wanted", group: "g" } },
  { b: "on" },
);

test(
  decides,
  "a module stays on while what it needs is on and between two releases",
  { a: { version: "1.0.0", needs: { b: ">= 1" }, is: "on" }, b: { version: "", is: "on" } },
  { a: "on", b: "on" },
);

test("modules that can use each other stay on at the first look", (t) => {
  const modules: GivenModules = {
    a: { version: "1.0.0", needs: { b: ">= 1 !optional" }, is: "wanted" },
    b: { version: "1.0.0", needs: { a: ">= 1 !optional" }, is: "wanted" },
  };
  t.deepEqual(decided(modules, { isFirst: true }), { a: "on", b: "on" });
});

test("the first look switches off what does not fit, and what needs that", (t) => {
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

test("the look after a start switches off what runs and does not fit any more", (t) => {
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

test("the look after a start leaves off what was refused because of what runs", (t) => {
  const modules: GivenModules = {
    prometheus: { version: "1.0.0", needs: { test: "> 0.22.1 !optional" }, is: "on" },
    test: { version: "0.21.1", is: "wanted" },
  };
  t.deepEqual(decided(modules, { isFirst: true }), decided(modules));
  t.is(decided(modules, { isFirst: true })["prometheus"], "on");
});

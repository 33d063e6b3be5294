import { spawnSync } from "node:child_process";

import test from "ava";

import { processHost } from "../host/process-host.ts";
import { buildProgram } from "../program.ts";
import { currentManPage } from "./write-man-page.ts";

const page = currentManPage();

function escaped(text: string): string {
  return text.replaceAll("-", String.raw`\-`);
}

test("the manual page has every command with all its flags", (t) => {
  const program = buildProgram(processHost(), () => {}, []);
  const sections = page.split(/^\.SS converge /m).slice(1);
  for (const verb of program.commands.flatMap((each) => [each, ...each.commands])) {
    const name = verb.parent === program ? verb.name() : `${verb.parent?.name()} ${verb.name()}`;
    const section = sections.find((each) => {
      const [title = ""] = each.split("\n");
      return title === escaped(name) || [" <", " ["].some((next) => title.startsWith(escaped(name) + next));
    });
    t.truthy(section, name);
    for (const { long, hidden } of verb.options) {
      t.true(hidden || section?.includes(`\\fB${escaped(long ?? "")}\\fR`), `${name} ${long}`);
    }
  }
});

test("the manual page is deterministic, and no text line is parsed as a roff macro", (t) => {
  t.is(currentManPage(), page);
  const macros = new Set([...page.matchAll(/^[.'](\S*)/gm)].map(([, macro]) => macro));
  t.deepEqual(macros, new Set(["TH", "SH", "B", "PP", "nf", "fi", "br", "SS", "TP", "BR"]));
});

const hasGroff = spawnSync("groff", ["--version"]).status === 0;

(hasGroff ? test : test.skip)("groff formats the manual page without warnings", (t) => {
  const { status, stderr, stdout } = spawnSync("groff", ["-man", "-Tutf8", "-ww", "-K", "utf8"], {
    input: page,
    encoding: "utf8",
  });
  t.is(stderr, "");
  t.is(status, 0);
  // Bold letters are printed twice with a backspace.
  t.true(stdout.replaceAll(/.[\b]/g, "").includes("--force-conflicts"));
});

import type { Command } from "commander";
import test from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";
import { processHost } from "../host/process-host.ts";
import { buildProgram } from "../program.ts";
import { readRequest } from "../read-request.ts";
import { helpPageOf } from "./help-page.ts";

function build(): Command {
  return buildProgram(processHost(), () => {}, []);
}

/** Returns a command with its subcommands. */
function all(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(all)];
}

function nameOf(command: Command): string {
  const { parent } = command;
  return parent === null ? command.name() : `${nameOf(parent)} ${command.name()}`;
}

/** Returns the arguments of each call of converge in lines of a shell. */
function callsIn(lines: readonly string[]): readonly (readonly string[])[] {
  const text = lines.join("\n").replaceAll(/\\\n/g, " ");
  return text
    .split(/[|;\n]|<\(|> /)
    .map((part) =>
      [...part.matchAll(/'([^']*)'|([^\s'()]+)/g)].map(([, quoted, word]) => quoted ?? word ?? ""),
    )
    .map((words) => words.slice(words.indexOf("converge")))
    .filter(([first]) => first === "converge")
    .map((words) => words.slice(1));
}

/** Parses a call without running it. Throws if the arguments are invalid. */
async function parse(words: readonly string[]): Promise<void> {
  const program = build();
  for (const command of all(program)) {
    command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {}, outputError: () => {} });
    if (command.commands.length === 0) {
      command.action(() => {});
    }
  }
  await program.parseAsync(readRequest(words, program), { from: "user" });
}

for (const command of all(build())) {
  const name = nameOf(command);
  test(`the examples in the help of ${name} parse`, async (t) => {
    const examples = helpPageOf(command)?.examples ?? [];
    t.true(examples.length > 0 && examples.length <= 6, "one to six examples");
    for (const [comment, ...lines] of examples) {
      t.regex(comment, /^[A-Z].*[^.]$/);
      const calls = callsIn(lines);
      t.true(calls.length > 0, lines.join("\n"));
      for (const words of calls) {
        if (words[0] === "help") {
          t.is((await runRecorded(words)).code, 0);
        } else {
          await t.notThrowsAsync(parse(words), words.join(" "));
        }
        t.deepEqual(
          lines.filter((line) => line.length > 78),
          [],
        );
      }
    }
  });
}

test("every help page fits 80 columns", async (t) => {
  for (const command of all(build())) {
    const { stdout } = await runRecorded([...nameOf(command).split(" ").slice(1), "--help"]);
    const long = stdout.split("\n").filter((line) => line.length > 80);
    t.deepEqual(long, [], nameOf(command));
  }
});

/** Flags with a different meaning in some commands. */
const differing: ReadonlySet<string> = new Set(["version", "repo", "interval", "service-account", "prune"]);

test("a flag has the same description in every command, apart from remarks in parentheses", (t) => {
  const descriptions = new Map<string, string>();
  for (const option of all(build()).flatMap(({ options }) => options)) {
    const description = option.description.replaceAll(/ ?\([^)]*\)/g, "");
    if (!differing.has(option.name())) {
      t.is(descriptions.get(option.name()) ?? description, description, option.name());
    }
    descriptions.set(option.name(), description);
  }
});

test("the check of examples detects unknown flags and missing arguments", async (t) => {
  t.deepEqual(callsIn(["a | converge plan - \\", "  --ref 'b c' > d", "converge apply"]), [
    ["plan", "-", "--ref", "b c"],
    ["apply"],
  ]);
  await t.throwsAsync(parse(["apply", "m", "--relese", "shop"]));
  await t.throwsAsync(parse(["modules", "publish", "m"]));
  await t.notThrowsAsync(parse(["-n", "shop", "plan", "m"]));
});

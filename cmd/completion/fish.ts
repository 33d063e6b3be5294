import { type CompletedFlag, type CompletedValue, type CompletionCommand, topVerbs } from "./command-tree.ts";

/** Returns a completion script for fish. */
export function fishScript(verbs: readonly CompletionCommand[], flags: readonly CompletedFlag[]): string {
  const bare = "__fish_use_subcommand";
  const lines = [
    "# fish completion for converge; load it with: converge completion fish | source",
    ...functions,
    "complete -c converge -f",
    ...topVerbs(verbs).map(
      (verb) => `complete -c converge -n ${bare} -a ${verb.name} -d ${quote(verb.description)}`,
    ),
    ...flags.map((flag) => flagLine(bare, flag)),
    ...verbs.flatMap(verbLines),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * Two functions: one checks that the command line begins with the given words, because one of them may also
 * be a path later on; the other looks up names.
 */
const functions: readonly string[] = [
  "function __converge_verb",
  "  set -l words (commandline -opc)",
  "  set -e words[1]",
  "  for word in $argv",
  '    test "$words[1]" = "$word"; or return 1',
  "    set -e words[1]",
  "  end",
  "end",
  "function __converge_names",
  "  set -l words (commandline -opc)",
  "  set -l program $words[1]",
  "  set -e words[1]",
  "  command $program __complete $argv[1] -- $words 2>/dev/null",
  "end",
];

function verbLines(verb: CompletionCommand): readonly string[] {
  const condition = quote(`__converge_verb ${verb.name}`);
  const words =
    verb.words.is === "nothing" ? [] : [`complete -c converge -n ${condition}${valueOf(verb.words)}`];
  return [...words, ...verb.flags.map((flag) => flagLine(condition, flag))];
}

function flagLine(condition: string, flag: CompletedFlag): string {
  const short = flag.short === undefined ? "" : ` -s ${flag.short.slice(1)}`;
  const required = flag.value.is === "nothing" ? "" : " -r";
  const names = `${short} -l ${flag.long.slice(2)}`;
  return `complete -c converge -n ${condition}${names}${required}${valueOf(flag.value)} -d ${quote(flag.description)}`;
}

function valueOf(value: CompletedValue): string {
  if (value.is === "verb") {
    return ` -f -a ${quote(value.choices.join(" "))}`;
  }
  if (value.is === "name") {
    return ` -f -a '(__converge_names ${value.source})'`;
  }
  if (value.is === "word") {
    return ` -f -a ${quote(value.choices.join(" "))}`;
  }
  return value.is === "file" ? " -F" : " -f";
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

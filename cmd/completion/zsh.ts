import { type CompletedFlag, type CompletedValue, type CompletionCommand, topVerbs } from "./command-tree.ts";

/** Returns a completion script for zsh, to be sourced, or installed as `_converge` in a folder of $fpath. */
export function zshScript(verbs: readonly CompletionCommand[], flags: readonly CompletedFlag[]): string {
  return `#compdef converge
# zsh completion for converge; load it with: source <(converge completion zsh)
_converge_names() {
  compadd -- \${(f)"$("$program" __complete "$1" -- "\${given[@]}" 2>/dev/null)"}
}
_converge() {
  local context state state_descr line program=$words[1]
  local -a given=("\${(@)words[2,CURRENT-1]}")
  typeset -A opt_args
  local -a verbs
  verbs=(
${topVerbs(verbs)
  .map((verb) => `    ${quote(`${escapeColon(verb.name)}:${verb.description}`)}`)
  .join("\n")}
  )
  _arguments -C ${flags.flatMap((flag) => flagSpecs(flag)).join(" ")} '1: :->verb' '*:: :->words'
  case $state in
    verb) _describe 'verb' verbs ;;
    words)
      case $line[1] in
${topVerbs(verbs)
  .map((verb) => verbCase(verb, verbs))
  .join("\n")}
      esac ;;
  esac
}
if [ "$funcstack[1]" = "_converge" ]; then
  _converge "$@"
else
  compdef _converge converge
fi
`;
}

function verbCase(verb: CompletionCommand, verbs: readonly CompletionCommand[]): string {
  const own = verbs.filter(({ name }) => name.startsWith(`${verb.name} `));
  const line = `_arguments ${specsOf(verb)}`;
  if (own.length === 0) {
    return `        ${verb.name}) ${line} ;;`;
  }
  const cases = own.map(
    (one) => `            ${one.name.slice(verb.name.length + 1)}) _arguments ${specsOf(one)} ;;`,
  );
  return `        ${verb.name})
          if (( CURRENT == 2 )); then
            ${line}
            return
          fi
          shift words
          (( CURRENT-- ))
          case $words[1] in
${cases.join("\n")}
          esac ;;`;
}

function specsOf(verb: CompletionCommand): string {
  return [...verb.flags.flatMap(flagSpecs), ...wordSpecs(verb.words)].join(" ");
}

function flagSpecs(flag: CompletedFlag): readonly string[] {
  const names = [flag.short, flag.long].filter((name) => name !== undefined);
  return names.map((name) => {
    const equals = flag.value.is !== "nothing" && name === flag.long ? "=" : "";
    return quote(`*${name}${equals}[${escapeBracket(flag.description)}]${valueSpec(flag.value)}`);
  });
}

function wordSpecs(value: CompletedValue): readonly string[] {
  if (value.is === "verb") {
    return [quote(`1:verb:(${value.choices.join(" ")})`)];
  }
  return value.is === "nothing" ? [] : [quote(`*${valueSpec(value)}`)];
}

function valueSpec(value: CompletedValue): string {
  if (value.is === "word" || value.is === "verb") {
    return `:value:(${value.choices.join(" ")})`;
  }
  if (value.is === "name") {
    return `:${value.source}:{_converge_names ${value.source}}`;
  }
  const actions = { nothing: "", anything: ":value: ", file: ":path:_files" } as const;
  return actions[value.is];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function escapeColon(text: string): string {
  return text.replaceAll(":", String.raw`\:`);
}

function escapeBracket(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);
}

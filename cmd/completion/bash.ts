import { type CompletedFlag, type CompletedValue, type CompletedVerb, topVerbs } from "./verb.ts";

/**
 * A completion script for bash 3.2 and later, without the bash-completion package. An empty COMPREPLY falls back
 * to file names (`-o default`), which is how paths are completed; `compopt +o default` turns that off.
 */
export function bashScript(verbs: readonly CompletedVerb[], flags: readonly CompletedFlag[]): string {
  return `# bash completion for converge; load it with: source <(converge completion bash)
_converge() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="" verb=""
  COMPREPLY=()
  [ "$COMP_CWORD" -gt 0 ] && previous="\${COMP_WORDS[COMP_CWORD-1]}"
  [ "$COMP_CWORD" -gt 1 ] && verb="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -gt 2 ]; then
    case "$verb \${COMP_WORDS[2]}" in
      ${ownVerbs(verbs)}) verb="$verb \${COMP_WORDS[2]}" ;;
    esac
  fi
  # Readline splits --flag=value at the equals sign.
  if [ "$current" = "=" ]; then
    current=""
  elif [ "$previous" = "=" ]; then
    previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  case "$verb $previous" in
${verbs.flatMap(flagCases).join("\n")}
  esac
  case "$verb $current" in
${verbs.flatMap(verbCases).join("\n")}
    " "*) _converge_words "${[...topVerbs(verbs).map((verb) => verb.name), ...flags.map((flag) => flag.long)].join(" ")}" ;;
  esac
}
_converge_words() {
  compopt +o default 2>/dev/null
  COMPREPLY=($(compgen -W "$1" -- "$current"))
}
complete -o default -F _converge converge
`;
}

function ownVerbs(verbs: readonly CompletedVerb[]): string {
  return verbs
    .filter(({ name }) => name.includes(" "))
    .map(({ name }) => `"${name}"`)
    .join(" | ");
}

function flagCases(verb: CompletedVerb): readonly string[] {
  return verb.flags
    .filter((flag) => flag.value.is !== "nothing")
    .map((flag) => {
      const names = [flag.short, flag.long].filter((name) => name !== undefined);
      const patterns = names.map((name) => `"${verb.name} ${name}"`).join(" | ");
      return `    ${patterns}) ${action(flag.value)}; return ;;`;
    });
}

function verbCases(verb: CompletedVerb): readonly string[] {
  const flags = verb.flags.map((flag) => flag.long).join(" ");
  return [
    `    "${verb.name} "-*) _converge_words "${flags}" ;;`,
    `    "${verb.name} "*) ${action(verb.words)} ;;`,
  ];
}

function action(value: CompletedValue): string {
  if (value.is === "file") {
    return ":";
  }
  if (value.is === "verb") {
    return `[ "$COMP_CWORD" -gt 2 ] || _converge_words "${value.choices.join(" ")}"`;
  }
  return `_converge_words "${value.is === "word" ? value.choices.join(" ") : ""}"`;
}

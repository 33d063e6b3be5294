import { type CompletedFlag, type CompletedValue, type CompletionCommand, topVerbs } from "./command-tree.ts";

/** Completed names are used literally: `compgen -W` would expand what they contain. */
const lookups = `_converge_names() {
  compopt +o default 2>/dev/null
  local name stem=""
  case "$typed" in *:*) stem="\${typed%:*}:" ;; esac
  while IFS= read -r name; do
    case "$name" in "$typed"*) COMPREPLY+=("$(printf '%q' "\${name#"$stem"}")") ;; esac
  done < <("\${COMP_WORDS[0]}" __complete "$1" -- "\${COMP_WORDS[@]:1:first-1}" 2>/dev/null)
}
_converge_words() {
  compopt +o default 2>/dev/null
  COMPREPLY=($(compgen -W "$1" -- "$current"))
}
`;

/**
 * Returns a completion script for bash 3.2 and later, without the bash-completion package. An empty COMPREPLY
 * falls back to file names (`-o default`), which is how paths are completed; `compopt +o default` turns that
 * off.
 */
export function bashScript(verbs: readonly CompletionCommand[], flags: readonly CompletedFlag[]): string {
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
  # Readline splits words at colons, which names of contexts hold, and --flag=value at the equals sign.
  local first=$COMP_CWORD typed="$current"
  while [ "$first" -gt 2 ] && { [ "\${COMP_WORDS[first]}" = ":" ] || [ "\${COMP_WORDS[first-1]}" = ":" ]; }; do
    first=$((first - 1))
    typed="\${COMP_WORDS[first]}$typed"
  done
  previous="\${COMP_WORDS[first-1]}"
  if [ "$current" = "=" ]; then
    current=""
    typed=""
  elif [ "$previous" = "=" ]; then
    previous="\${COMP_WORDS[first-2]}"
    first=$((first - 1))
  fi
  case "$verb $previous" in
${verbs.flatMap(flagCases).join("\n")}
  esac
  case "$verb $current" in
${verbs.flatMap(verbCases).join("\n")}
    " "*) _converge_words "${[...topVerbs(verbs).map((verb) => verb.name), ...flags.map((flag) => flag.long)].join(" ")}" ;;
  esac
}
${lookups}complete -o default -F _converge converge
`;
}

function ownVerbs(verbs: readonly CompletionCommand[]): string {
  return verbs
    .filter(({ name }) => name.includes(" "))
    .map(({ name }) => `"${name}"`)
    .join(" | ");
}

function flagCases(verb: CompletionCommand): readonly string[] {
  return verb.flags
    .filter((flag) => flag.value.is !== "nothing")
    .map((flag) => {
      const names = [flag.short, flag.long].filter((name) => name !== undefined);
      const patterns = names.map((name) => `"${verb.name} ${name}"`).join(" | ");
      return `    ${patterns}) ${action(flag.value)}; return ;;`;
    });
}

function verbCases(verb: CompletionCommand): readonly string[] {
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
  if (value.is === "name") {
    return `_converge_names ${value.source}`;
  }
  if (value.is === "verb") {
    return `[ "$COMP_CWORD" -gt 2 ] || _converge_words "${value.choices.join(" ")}"`;
  }
  return `_converge_words "${value.is === "word" ? value.choices.join(" ") : ""}"`;
}

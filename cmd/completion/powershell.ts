import { type CompletedFlag, type CompletedValue, type CompletionCommand, topVerbs } from "./command-tree.ts";

/**
 * Returns a completion script for PowerShell, which completes file names itself where there are no choices.
 */
export function powershellScript(
  verbs: readonly CompletionCommand[],
  flags: readonly CompletedFlag[],
): string {
  const top = [...topVerbs(verbs).map((verb) => verb.name), ...flags.map((flag) => flag.long)];
  return `# PowerShell completion for converge; load it with:
#   converge completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName converge -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  $verb = if ($words.Count -gt 1) { $words[1] } else { '' }
  $previous = $words[-1]
  $values = @{
${verbs.flatMap(flagValues).join("\n")}
  }
  $names = @{
    '' = ${list(top)}
${verbs.map((verb) => `    ${quote(verb.name)} = ${list(namesOf(verb))}`).join("\n")}
  }
  if ($words.Count -gt 2 -and $names.ContainsKey("$verb $($words[2])")) { $verb = "$verb $($words[2])" }
  $key = "$verb $previous"
  $offered = if ($values.ContainsKey($key)) { $values[$key] } else { $names[$verb] }
  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function flagValues(verb: CompletionCommand): readonly string[] {
  return verb.flags.flatMap((flag) => {
    const names = [flag.short, flag.long].filter((name) => name !== undefined);
    return flag.value.is === "nothing"
      ? []
      : names.map((name) => `    ${quote(`${verb.name} ${name}`)} = ${list(choicesOf(flag.value))}`);
  });
}

function namesOf(verb: CompletionCommand): readonly string[] {
  return [...choicesOf(verb.words), ...verb.flags.map((flag) => flag.long)];
}

function choicesOf(value: CompletedValue): readonly string[] {
  return value.is === "word" || value.is === "verb" ? value.choices : [];
}

function list(words: readonly string[]): string {
  return `@(${words.map(quote).join(", ")})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

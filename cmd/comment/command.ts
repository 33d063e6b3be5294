import { Command, InvalidArgumentError, Option } from "commander";

import { emptyPolicies } from "../../lib/forge/keep-comment.ts";
import { choiceOption, switchOption } from "../flags/option-parsers.ts";
import { ofTrustedOnly } from "../flags/other-verbs.ts";
import { onCall } from "../flags/settings.ts";
import { readPath } from "../flags/sync-flags.ts";
import { describeCommand, type HelpPage } from "../help/help-page.ts";
import { signalCodes, type SetExitCode } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import type { CommentFlags } from "./comment-flags.ts";
import { runComment } from "./run.ts";

const page: HelpPage = {
  summary: "Create or update a comment on a pull request",
  details:
    "Reads Markdown, such as that of converge compare, and keeps one comment with it on a pull request of GitHub or a merge request of GitLab.",
  examples: [
    [
      "Comment what a pull request changes",
      "converge compare main...HEAD deploy/ -o markdown | converge comment --github",
    ],
    ["Comment on a merge request, from a file", "converge comment --gitlab compare.md --token-file token"],
    ["Keep a second comment", "converge comment --github staging.md --id staging"],
  ],
  notes: [
    {
      title: "Token",
      text: "It is read from --token-file, or else from the variable $GITHUB_TOKEN or $GITLAB_TOKEN, or the one of --token-env. It is sent to the server of the API alone.",
    },
  ],
  exitCodes: {
    0: "the comment is as it should be",
    1: "the server refused the comment",
    2: "invalid input or usage",
    4: "server unreachable, or access denied",
    ...signalCodes,
  },
};

/** The verb `comment`. Its action throws a UsageError if it is unclear where the comment belongs. */
export function commentCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(
    new Command("comment").argument("[file]", "file with Markdown, or - for standard input", "-"),
    page,
  );
  addPlace(command);
  addAccess(command);
  command
    .addOption(
      ofTrustedOnly(
        new Option("--id <name>", "name of the comment, if there are several of converge")
          .default("compare")
          .argParser(readId),
      ),
    )
    .addOption(
      ofTrustedOnly(
        choiceOption(
          "--if-empty <policy>",
          "if there are no changes: update or delete an earlier comment, or skip it; none is created",
          emptyPolicies,
        ).default("update"),
      ),
    );
  return onCall(command, { host, finish }, async (file: string) =>
    runComment(file, command.opts<CommentFlags>(), host),
  );
}

/**
 * Adds the flags that say where the comment belongs. The working directory may be the content of a pull
 * request: a file there must not decide where the token is sent.
 */
function addPlace(command: Command): void {
  const repository =
    "repository of the pull request: owner/name, or on GitLab the path or number of the project";
  command
    .addOption(ofTrustedOnly(switchOption("--github [bool]", "comment on a pull request of GitHub", false)))
    .addOption(ofTrustedOnly(switchOption("--gitlab [bool]", "comment on a merge request of GitLab", false)))
    .addOption(
      ofTrustedOnly(new Option("--repository <name>", repository).default(undefined, "that of the CI job")),
    )
    .addOption(
      ofTrustedOnly(
        new Option("--number <number>", "number of the pull request")
          .default(undefined, "that of the CI job")
          .argParser(readNumber),
      ),
    )
    .addOption(
      ofTrustedOnly(
        new Option(
          "--api-url <url>",
          "address of the API, such as https://github.example.com/api/v3",
        ).default(undefined, "that of the CI job"),
      ),
    );
}

function addAccess(command: Command): void {
  const http = "use plain HTTP (insecure: the token can be read in transit)";
  command
    .addOption(ofTrustedOnly(new Option("--token-file <file>", "file with the token").argParser(readPath)))
    .addOption(
      ofTrustedOnly(
        new Option("--token-env <name>", "environment variable with the token").default(
          undefined,
          "GITHUB_TOKEN or GITLAB_TOKEN",
        ),
      ),
    )
    .addOption(
      ofTrustedOnly(
        new Option("--ca-file <file>", "file with additional PEM CA certificates").argParser(readPath),
      ),
    )
    .addOption(ofTrustedOnly(switchOption("--insecure-http [bool]", http, false)));
}

/** Parses the name of a comment, which is part of its text. Throws an InvalidArgumentError. */
function readId(text: string): string {
  if (!/^[\w.](?:[\w.-]{0,62}[\w.])?$/.test(text) || text.includes("--")) {
    throw new InvalidArgumentError("write up to 64 letters, digits, dots, underscores and single dashes");
  }
  return text;
}

/** Parses the number of a pull request. Throws an InvalidArgumentError. */
function readNumber(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) {
    throw new InvalidArgumentError("write a number, such as 12");
  }
  return Number(text);
}

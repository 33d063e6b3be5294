import type { Command } from "commander";

import type { ExitCodeTexts } from "../host/exit-code.ts";

/** An example: a comment without `#`, and the lines of the command. */
export type Example = readonly [comment: string, ...lines: string[]];

/** A titled text after the flags. Lines that are indented are printed as they are. */
export interface HelpNote {
  readonly title: string;
  readonly text: string;
}

/** The help of a command, apart from its arguments and flags. */
export interface HelpPage {
  /** One line in the imperative without a full stop, also shown in lists of commands and by completion. */
  readonly summary: string;
  /** Sentences that follow the summary. */
  readonly details?: string;
  readonly examples: readonly Example[];
  readonly notes?: readonly HelpNote[];
  /** Undefined if the command has no exit codes of its own, because it only has subcommands. */
  readonly exitCodes?: ExitCodeTexts;
}

const pages = new WeakMap<Command, HelpPage>();

/** Describes a command, for its help and for lists of commands. */
export function describeCommand(command: Command, page: HelpPage): Command {
  pages.set(command, page);
  return command.summary(page.summary).description(`${page.summary}.`);
}

/** Returns the page of a command; undefined for one without, such as `help`. */
export function helpPageOf(command: Command): HelpPage | undefined {
  return pages.get(command);
}

/** Explains how an object is named on the command line. */
export const objectNames: HelpNote = {
  title: "Objects",
  text: "An object is named as in a plan, apps/namespaces/shop/Deployment/web, or by a shorter form that is unambiguous: Deployment/web, deploy/web or web.",
};

import { escapeControl } from "../terminal/escape-control.ts";

/** The build servers whose logs have collapsible sections. */
export type CiServer = "github" | "gitlab";

/** Divides a log into collapsible sections. One is open at a time. */
export interface LogSections {
  /** Returns the text that opens a section, its title included, after closing the open one. */
  readonly open: (title: string, at: number) => string;
  /** Returns the text that closes the open section; empty if none is open. */
  readonly close: (at: number) => string;
  /** Escapes one of our lines so that the server does not execute it as a command. */
  readonly guard: (line: string) => string;
}

/** Returns the sections of that server's logs; plain titles if there is none. */
export function makeSections(server: CiServer | undefined): LogSections {
  if (server === "github") {
    return githubSections();
  }
  return server === "gitlab" ? gitlabSections() : plainSections;
}

const plainSections: LogSections = {
  open: (title) => `${title}\n`,
  close: () => "",
  guard: (line) => line,
};

/**
 * https://docs.github.com/actions: `::group::` does not nest. The runner executes the older `##[command]`
 * anywhere in a line.
 */
function githubSections(): LogSections {
  let isOpen = false;
  const close = (): string => {
    const marker = isOpen ? "::endgroup::\n" : "";
    isOpen = false;
    return marker;
  };
  return {
    open: (title) => {
      const before = close();
      isOpen = true;
      return `${before}::group::${title.replaceAll("%", "%25")}\n`;
    },
    close,
    guard: (line) => line.replaceAll("##[", String.raw`##\x5b`),
  };
}

/**
 * https://docs.gitlab.com/ci/jobs/job_logs: markers with the time in seconds since 1970 and a name, which the
 * page does not show.
 */
function gitlabSections(): LogSections {
  let opened = 0;
  let isOpen = false;
  const marker = (edge: "start" | "end", at: number): string =>
    `\u001B[0Ksection_${edge}:${Math.floor(at / 1000)}:converge_${opened}\r\u001B[0K`;
  const close = (at: number): string => {
    const text = isOpen ? `${marker("end", at)}\n` : "";
    isOpen = false;
    return text;
  };
  return {
    open: (title, at) => {
      const before = close(at);
      opened += 1;
      isOpen = true;
      return `${before}${marker("start", at)}${escapeControl(title)}\n`;
    },
    close,
    guard: (line) => line,
  };
}

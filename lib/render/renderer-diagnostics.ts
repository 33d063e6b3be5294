import type { Diagnostic, Related } from "../object/diagnostic/diagnostic.ts";
import { type Origin, renderedName } from "../object/diagnostic/source-text.ts";
import { type Renderable, withinChart } from "./renderable.ts";
import { truncateWord } from "../object/message-text.ts";
import { didYouMean } from "../object/diagnostic/suggestion.ts";
import type { TemplateInfo } from "./chart-templates.ts";

/** Returns the fault of a chart or kustomization that there is no program for. */
export function rendererMissing({ type, name }: Pick<Renderable, "type" | "name">): Diagnostic {
  const message =
    type === "chart"
      ? `${name} is a Helm chart, but helm is not on the PATH: install helm, or render it elsewhere with \`helm template RELEASE ${name} --include-crds\` and pipe the output to converge (path -)`
      : `${name} is a kustomization, but neither kustomize nor kubectl is on the PATH: install one of them, or build it elsewhere with \`kustomize build ${name}\` and pipe the output to converge (path -)`;
  return { code: "RendererMissing", severity: "error", message };
}

let isNoted = false;

/** Returns a note, once, that programs on the PATH stand in for renderers that a checkout has not built. */
export function rendererNotBuilt(): readonly Diagnostic[] {
  if (isNoted) {
    return [];
  }
  isNoted = true;
  const message =
    "the built-in renderers of this checkout were not built, so helm and kustomize on the PATH render instead: run `make renderers`, or choose them by --renderer=path";
  return [{ code: "RendererNotBuilt", severity: "note", message }];
}

/** The output of a program that failed to render. */
interface Failure {
  readonly program: string;
  readonly reason: string;
  readonly said: string;
}

/** Lines of a long report that are shown. */
const mostMessages = 20;

/**
 * Returns the fault of a chart or kustomization that could not be rendered: the whole message of the program,
 * without its advice on flags, at the place that it names, and the remedy if that is known.
 */
export function renderFailed(
  { type, name }: Pick<Renderable, "type" | "name">,
  failure: Failure,
): Diagnostic {
  const [first = "", ...rest] = sentencesOf(errorFirst(failure.said));
  const fact = first === "" ? `${failure.program} ${failure.reason}` : first;
  const origin = type === "chart" ? originOf(name, first) : undefined;
  const related: readonly Related[] = rest.slice(0, mostMessages).map((message) => ({ message }));
  const remedy = remedyOf(failure.said, name);
  return {
    code: "RenderFailed",
    severity: "error",
    message: `${name} cannot be rendered: ${fact}${remedy === undefined ? "" : `; ${remedy}`}`,
    ...(origin === undefined ? {} : { origin }),
    ...(related.length === 0 ? {} : { related }),
  };
}

/** Moves the error to the front: Helm 4 logs its work before the error. */
function errorFirst(said: string): string {
  const at = said.search(/^Error: /m);
  return at > 0 ? `${said.slice(at)}\n${said.slice(0, at)}` : said;
}

/** Returns the warnings of a program that has rendered. */
export function rendererWarned({ name }: Pick<Renderable, "name">, said: string): readonly Diagnostic[] {
  const sentences = sentencesOf(said).slice(0, mostMessages);
  return sentences.map((sentence) => ({
    code: "RendererWarned",
    severity: "warning",
    message: `${name}: ${sentence.replace(/^#?\s*warning:\s*/i, "")}`,
  }));
}

/** Joins lines into sentences: an indented line continues the previous one. */
function sentencesOf(said: string): readonly string[] {
  const sentences: string[] = [];
  for (const line of said.split(/\r?\n/).filter((each) => each.trim() !== "" && !noise.test(each))) {
    const previous = /^\s/.test(line) ? sentences.pop() : undefined;
    const text = line.trim().replace(/^error: /i, "");
    sentences.push(previous === undefined ? text : `${previous} ${text}`);
  }
  return sentences;
}

const noise = /^Use --debug flag to render out invalid YAML$/;

/**
 * Matches places in a template: `(shop/templates/web.yaml:3:4)`, `shop/templates/web.yaml:1:13`,
 * `(shop/templates/web.yaml:3)`.
 */
const inTemplate = /(?:^|[\s("])[^\s/("]+\/([^\s:()"]+):(\d+)(?::(\d+))?/;
/** Matches a line in the output of a template. */
const inRendered = /YAML parse error on [^\s/]+\/(\S+?):.*? line (\d+):/;

function originOf(chart: string, sentence: string): Origin | undefined {
  const [, given, givenLine] = inRendered.exec(sentence) ?? [];
  if (given !== undefined) {
    return { file: renderedName(withinChart(chart, given)), line: Number(givenLine) };
  }
  const [, template, line, column] = inTemplate.exec(sentence) ?? [];
  return template === undefined
    ? undefined
    : {
        file: withinChart(chart, template),
        line: Number(line),
        ...(column === undefined ? {} : { column: Number(column) }),
      };
}

const remedies: readonly { readonly says: RegExp; readonly remedy: (path: string) => string }[] = [
  { says: /missing in charts\/ directory/, remedy: (path) => `run \`helm dependency build ${path}\`` },
  {
    says: /must specify --enable-helm/,
    remedy: (path) =>
      `render it built in, with its charts in helmCharts, or build it elsewhere: kustomize build --enable-helm ${path} | converge apply -`,
  },
  {
    says: /is not in or below/,
    remedy: (path) =>
      `build it elsewhere: kustomize build --load-restrictor LoadRestrictionsNone ${path} | converge apply -`,
  },
  {
    says: /unknown flag: --(?:set-literal|set-json|is-upgrade|kube-version|api-versions)/,
    remedy: () => "that flag requires Helm 3.12 or later",
  },
];

function remedyOf(said: string, path: string): string | undefined {
  return remedies.find(({ says }) => says.test(said))?.remedy(path);
}

/** The events of Helm's hooks (https://helm.sh/docs/topics/charts_hooks/). */
const events: readonly string[] = [
  "pre-install",
  "post-install",
  "pre-delete",
  "post-delete",
  "pre-upgrade",
  "post-upgrade",
  "pre-rollback",
  "post-rollback",
  "test",
];

/**
 * Helm's message for an object that it leaves out: `info: skipping unknown hook: "pre-instal"`, and of Helm 4
 * `msg="skipping unknown hooks" hookTypes=pre-instal`.
 */
const skipped = /skipping unknown hook(?:: "|s" hookTypes="?)(?<words>[^"]*?)(?:"|\s|$)/;

/**
 * Rewrites Helm's warning about an unknown hook event to say what becomes of the object, and where in the
 * templates the event is specified, if it is there literally; any other warning is returned as it is.
 */
export function locateUnknownHook(
  fault: Diagnostic,
  { name }: Pick<Renderable, "name">,
  { hooks }: Pick<TemplateInfo, "hooks">,
): Diagnostic {
  const words = skipped.exec(fault.message)?.groups?.["words"];
  if (words === undefined) {
    return fault;
  }
  const unknown =
    words
      .split(",")
      .map((word) => word.trim())
      .find((word) => !events.includes(word)) ?? words;
  const [origin, ...others] = hooks
    .filter(({ written }) => written.trim() === words)
    .map((hook) => hook.origin);
  const guess = didYouMean(unknown, events);
  const message = `${name}: helm drops an object with the unknown hook event "${truncateWord(unknown)}", so it is not applied${guess}`;
  return {
    ...fault,
    message,
    ...(origin === undefined ? {} : { origin }),
    ...(others.length === 0
      ? {}
      : { related: others.map((place) => ({ message: "it is written here too", origin: place })) }),
  };
}

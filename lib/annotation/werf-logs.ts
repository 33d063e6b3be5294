import { type LinePattern, compileLinePattern } from "../object/re2.ts";
import type { LogOptions } from "../object/deploy-policy.ts";
import { annotationFault } from "./annotation-fault.ts";
import { readBoolean, readCount, readNames } from "./parse-annotation-value.ts";
import type { Annotation, AnnotationReader, Dialect, Draft } from "./directives.ts";

/**
 * The readers of werf's annotations for the logs that are shown while waiting for an object (werf, "Deploy
 * annotations").
 */
export const logAnnotations: Readonly<Record<string, AnnotationReader>> = {
  "werf.io/log-regex": logOptions((annotation, draft) => {
    const regex = readPattern(annotation, draft);
    return regex && { regex };
  }),
  "werf.io/log-regex-skip": logOptions((annotation, draft) => {
    const skipRegex = readPattern(annotation, draft);
    return skipRegex && { skipRegex };
  }),
  "werf.io/skip-logs": logOptions((annotation, draft) => {
    const skip = readBoolean(annotation, draft);
    return skip === undefined ? undefined : { skip };
  }),
  "werf.io/skip-logs-for-containers": logOptions((annotation, draft) => {
    const skipContainers = readNames(annotation, draft);
    return skipContainers && { skipContainers };
  }),
  "werf.io/show-logs-only-for-containers": logOptions((annotation, draft) => {
    const onlyContainers = readNames(annotation, draft);
    return onlyContainers && { onlyContainers };
  }),
  "werf.io/show-logs-only-for-number-of-replicas": logOptions((annotation, draft) => {
    const replicas = readCount(annotation, draft);
    return replicas === undefined ? undefined : { replicas };
  }),
};

const forContainer = /^werf\.io\/log-regex-for-(.+)$/;
const skipForContainer = /^werf\.io\/log-regex-skip-for-(.+)$/;

/** The same for one container, whose name is part of the annotation's name. */
export const logPatterns: Dialect["patterns"] = [
  {
    pattern: forContainer,
    read: logOptions((annotation, draft) => {
      const regexByContainer = addPattern(draft.treatment.logs.regexByContainer, annotation, draft);
      return { regexByContainer };
    }),
  },
  {
    pattern: skipForContainer,
    read: logOptions((annotation, draft) => {
      const skipRegexByContainer = addPattern(draft.treatment.logs.skipRegexByContainer, annotation, draft);
      return { skipRegexByContainer };
    }),
  },
];

function logOptions(
  read: (annotation: Annotation, draft: Draft) => Partial<LogOptions> | undefined,
): AnnotationReader {
  return (annotation, draft) => {
    const part = read(annotation, draft);
    if (part !== undefined) {
      const { treatment } = draft;
      draft.treatment = { ...treatment, logs: { ...treatment.logs, ...part } };
    }
  };
}

function addPattern(
  known: ReadonlyMap<string, LinePattern>,
  annotation: Annotation,
  draft: Draft,
): ReadonlyMap<string, LinePattern> {
  const [, container = ""] = forContainer.exec(annotation.key) ?? skipForContainer.exec(annotation.key) ?? [];
  const regex = readPattern(annotation, draft);
  return regex === undefined ? known : new Map([...known, [container, regex]]);
}

function readPattern(annotation: Annotation, draft: Draft): LinePattern | undefined {
  const pattern = compileLinePattern(annotation.value);
  if (!("fault" in pattern)) {
    return pattern;
  }
  const message = `${annotation.manifest.key}: ${annotation.key}: ${pattern.fault}`;
  draft.diagnostics.push(annotationFault(annotation, { code: "LogPatternInvalid", message }));
  return undefined;
}

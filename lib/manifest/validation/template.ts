/** What is told of a template that nobody rendered. */
export const unrendered =
  "`{{` begins a template, which is not rendered here: render it first (`helm template`)";

/** The same where a template stands in place of YAML, which quotes would make a text. */
export const templateMessage: string = `${unrendered}, or quote the value`;

/** The message for a template that was not rendered. */
export const unrendered = "`{{` starts a template, which is not rendered: render it first (`helm template`)";

/** The same for a template in place of YAML, which quotes would turn into a text. */
export const templateMessage: string = `${unrendered}, or quote the value`;

/** Whether a changed cluster refuses the run of a saved plan, or its objects are planned again. */
export const ifChangedChoices = ["refuse", "replan"] as const;
export type IfChanged = (typeof ifChangedChoices)[number];

/**
 * What faults of fields are: errors, which refuse the set; warnings; or nothing, since they are not looked
 * for (as kubectl's --validate).
 */
export const checkLevels = ["strict", "warn", "ignore"] as const;
export type CheckLevel = (typeof checkLevels)[number];

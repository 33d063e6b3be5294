/**
 * The severity of field faults: errors, which reject the set; warnings; or none, since fields are not checked
 * (as kubectl's --validate).
 */
export const checkLevels = ["strict", "warn", "ignore"] as const;
export type CheckLevel = (typeof checkLevels)[number];

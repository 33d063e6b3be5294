/** Whether a module can be called that: the name is that of a folder, an object and a namespace alike. */
export function isModuleName(name: string): boolean {
  return name.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(name);
}

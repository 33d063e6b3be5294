/** Reports whether a name is valid for a module: it names a folder, an object and a namespace alike. */
export function isModuleName(name: string): boolean {
  return name.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(name);
}

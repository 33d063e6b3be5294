/** The user that a test registry accepts. */
export const registryUser: { readonly name: string; readonly password: string } = {
  name: "reader",
  password: "let-me-in",
};

/** The line of an htpasswd file for this user: bcrypt, at the least cost. */
export const passwordLine = "reader:$2b$05$abcdefghijklmnopqrstuu3Jd./u/rH1RxB6auX5v7gLP6uWhKCgG\n";

/** The docker configuration, in base64, with user and password for the host. */
export function dockerConfigurationFor(
  host: string,
  { name, password }: typeof registryUser = registryUser,
): string {
  const auth = Buffer.from(`${name}:${password}`).toString("base64");
  return Buffer.from(JSON.stringify({ auths: { [host]: { auth } } })).toString("base64");
}

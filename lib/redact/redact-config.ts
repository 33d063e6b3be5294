import type { SourceText } from "../object/diagnostic/source-text.ts";

const credentials = /(?<=:\/\/)[^/\s@"']+(?=@)/g;

/** A key that holds a secret itself, where it should name a file: `password: …`, `bearerToken: …`. */
const secretKeys =
  /(?<key>["']?[\w-]*(?:password|passphrase|token|secret|privatekey|identity)["']?[ \t]*:[ \t]*)(?<value>"[^"\n]*"?|'[^'\n]*'?|[^\s#,}&|>{[](?:[^#,}\n]*[^#,}\s])?)/gi;

/**
 * The text of a configuration to be shown: stars replace users and passwords of addresses, and the values of
 * keys like `password`, which do not belong there. As long as the text itself, line by line.
 */
export function withoutSecrets({ name, text }: SourceText): SourceText {
  return {
    name,
    text: text
      .replace(credentials, starred)
      .replace(secretKeys, (_, key: string, value: string) => key + starred(value)),
  };
}

function starred(text: string): string {
  return "*".repeat(text.length);
}

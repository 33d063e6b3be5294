import { isIpv6 } from "./address.ts";

/**
 * Reports whether the text is one mail address, optionally with a name and comments: `web@example.com`, `Web
 * <web@example.com>`, or a group of one. Source: RFC 5322 as Go's `mail.ParseAddress` reads it.
 */
export function isEmail(text: string): boolean {
  const mail: Mail = { text, at: 0 };
  const count = readAddress(mail, true);
  return count === 1 && skipComments(mail) && mail.at === text.length;
}

interface Mail {
  readonly text: string;
  at: number;
}

/**
 * Returns the number of addresses, which may be more than one in a group; undefined if the text is invalid.
 */
function readAddress(mail: Mail, mayGroup: boolean): number | undefined {
  skipSpace(mail);
  if (mail.at === mail.text.length) {
    return undefined;
  }
  const start = mail.at;
  if (readMailbox(mail)) {
    skipSpace(mail);
    return peek(mail) !== "(" || readNameComment(mail) ? 1 : undefined;
  }
  mail.at = start;
  return peek(mail) === "<" || readPhrase(mail) ? readNamed(mail, mayGroup) : undefined;
}

/** Reads the part after a name. */
function readNamed(mail: Mail, mayGroup: boolean): number | undefined {
  skipSpace(mail);
  if (mayGroup && take(mail, ":")) {
    return readGroup(mail);
  }
  return take(mail, "<") && readMailbox(mail) && take(mail, ">") ? 1 : undefined;
}

function readGroup(mail: Mail): number | undefined {
  let count = 0;
  skipSpace(mail);
  if (take(mail, ";")) {
    return skipComments(mail) ? count : undefined;
  }
  for (;;) {
    const more = readAddress(mail, false);
    if (more === undefined || !skipComments(mail)) {
      return undefined;
    }
    count += more;
    if (take(mail, ";")) {
      return skipComments(mail) ? count : undefined;
    }
    if (!take(mail, ",")) {
      return undefined;
    }
  }
}

/** Reads `local@domain`. */
function readMailbox(mail: Mail): boolean {
  skipSpace(mail);
  const isLocal = peek(mail) === '"' ? (readQuoted(mail) ?? "") !== "" : readDotAtom(mail);
  if (!isLocal || !take(mail, "@")) {
    return false;
  }
  skipSpace(mail);
  return peek(mail) === "[" ? readLiteral(mail) : readDotAtom(mail);
}

function readDotAtom(mail: Mail): boolean {
  const atom = readAtom(mail);
  return atom !== "" && !atom.startsWith(".") && !atom.includes("..") && !atom.endsWith(".");
}

/** Reads letters, digits and most signs; beyond ASCII anything. */
function readAtom(mail: Mail): string {
  const start = mail.at;
  while (mail.at < mail.text.length && isAtomCharacter(mail.text.charAt(mail.at))) {
    mail.at += 1;
  }
  return mail.text.slice(start, mail.at);
}

const special = '()<>[]:;@\\,"';

function isAtomCharacter(character: string): boolean {
  return isVisible(character) && !special.includes(character);
}

function isVisible(character: string): boolean {
  return (character >= "!" && character <= "~") || character >= "\u0080";
}

/** Reads a quoted string; undefined if it does not end or holds a forbidden character. */
function readQuoted(mail: Mail): string | undefined {
  let content = "";
  for (let at = mail.at + 1; at < mail.text.length; at += 1) {
    const character = mail.text.charAt(at);
    if (character === '"') {
      mail.at = at + 1;
      return content;
    }
    const isEscape = character === "\\";
    at += isEscape ? 1 : 0;
    const meant = mail.text.charAt(at);
    if (!isVisible(meant) && meant !== " " && meant !== "\t") {
      return undefined;
    }
    content += meant;
  }
  return undefined;
}

/** Reads an IP address in brackets. */
function readLiteral(mail: Mail): boolean {
  const end = mail.text.indexOf("]", mail.at);
  const address = end === -1 ? "" : mail.text.slice(mail.at + 1, end);
  mail.at = end + 1;
  return isIpv6(address) || isPlainIpv4(address);
}

function isPlainIpv4(text: string): boolean {
  return isIpv6(`::${text}`) && !text.includes(":") && text.includes(".");
}

/**
 * Reads the words of a name. A word that cannot be read ends the name, unless it is the first. Encoded words
 * are joined, must not have comments between them, and do not count if they are empty.
 */
function readPhrase(mail: Mail): boolean {
  let isBegun = false;
  let mayComment = false;
  for (;;) {
    if (mayComment && !skipComments(mail)) {
      return false;
    }
    skipSpace(mail);
    if (mail.at === mail.text.length) {
      return true;
    }
    const word = readWord(mail);
    if (word === "wrong") {
      return isBegun;
    }
    mayComment ||= word === "plain";
    isBegun ||= word !== "empty";
  }
}

/** The kind of a word of a name. `encoded` and `empty` are encoded as in RFC 2047. */
type Word = "empty" | "encoded" | "plain" | "wrong";

function readWord(mail: Mail): Word {
  if (peek(mail) === '"') {
    return readQuoted(mail) === undefined ? "wrong" : "plain";
  }
  const atom = readAtom(mail);
  return atom === "" ? "wrong" : wordOf(atom);
}

const encodedWord = /^=\?([^?]+)\?([bBqQ])\?([^?]*)\?=$/;
const charsets: ReadonlySet<string> = new Set(["utf-8", "iso-8859-1", "us-ascii"]);
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const quotedPrintable = /^(?:[ -<>-~]|=[0-9a-fA-F]{2})*$/;

/** Returns the kind of an atom as a word: wrong if it is encoded in an unknown character set. */
function wordOf(atom: string): Word {
  const [, charset = "", encoding = "", content = ""] = encodedWord.exec(atom) ?? [];
  const isSound = /b/i.test(encoding) ? base64.test(content) : quotedPrintable.test(content);
  if (charset === "" || !isSound) {
    return "plain";
  }
  const known = content === "" ? "empty" : "encoded";
  return charsets.has(charset.toLowerCase()) ? known : "wrong";
}

/** The comment after an address is its name. */
function readNameComment(mail: Mail): boolean {
  const start = mail.at;
  return (
    skipComment(mail) &&
    !mail.text
      .slice(start + 1, mail.at - 1)
      .split(/[ \t]+/)
      .some((word) => wordOf(word) === "wrong")
  );
}

function skipComments(mail: Mail): boolean {
  skipSpace(mail);
  while (peek(mail) === "(") {
    if (!skipComment(mail)) {
      return false;
    }
    skipSpace(mail);
  }
  return true;
}

/** Skips a comment, which may be nested. */
function skipComment(mail: Mail): boolean {
  let depth = 0;
  do {
    const character = peek(mail);
    if (character === "\\" && mail.at + 1 < mail.text.length) {
      mail.at += 1;
    } else if (character === "(") {
      depth += 1;
    } else if (character === ")") {
      depth -= 1;
    }
    mail.at += 1;
  } while (depth > 0 && mail.at < mail.text.length);
  return depth === 0;
}

function skipSpace(mail: Mail): void {
  while (peek(mail) === " " || peek(mail) === "\t") {
    mail.at += 1;
  }
}

function take(mail: Mail, character: string): boolean {
  const isThere = peek(mail) === character;
  mail.at += isThere ? 1 : 0;
  return isThere;
}

function peek(mail: Mail): string {
  return mail.text.charAt(mail.at);
}

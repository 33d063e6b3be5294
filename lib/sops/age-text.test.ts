import { generateX25519Identity, identityToRecipient } from "age-encryption";
import test from "ava";

import { decryptAgeFile, encryptForAge, isAgeFile, recipientFault } from "./age-text.ts";

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const keys = { identities: [identity], origins: ["key.txt"] };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a text is encrypted for a recipient and decrypted with its key", async (t) => {
  const file = await encryptForAge("hello", [recipient]);
  t.true(isAgeFile(bytes(file)));
  t.false(isAgeFile(bytes('{"kind":"SavedPlan"}')));
  t.notRegex(file, /hello/);
  t.deepEqual(await decryptAgeFile(bytes(file), keys), { text: "hello" });
});

test("a file that cannot be decrypted is a fault", async (t) => {
  const file = await encryptForAge("hello", [recipient]);
  const other = { identities: [await generateX25519Identity()], origins: ["other.txt"] };
  const reasons = await Promise.all([
    decryptAgeFile(bytes(file), other),
    decryptAgeFile(bytes(file.slice(0, 120)), keys),
    decryptAgeFile(bytes(file), { identities: [], origins: [] }),
    decryptAgeFile(bytes(file), { identities: ["AGE-SECRET-KEY-1X"], origins: ["cut.txt"] }),
    decryptAgeFile(bytes(file), { fault: "key.txt is missing" }),
  ]);
  const faults = reasons.map((reason) => ("fault" in reason ? reason.fault : ""));
  t.regex(faults[0] ?? "", /was not encrypted for the keys of other\.txt/);
  t.regex(faults[1] ?? "", /it is damaged/);
  t.regex(faults[2] ?? "", /name a file of age keys with --age-key-file/);
  t.regex(faults[3] ?? "", /a key of cut\.txt is not a valid age key/);
  t.regex(faults[4] ?? "", /key\.txt is missing/);
});

test("an invalid age recipient is reported", (t) => {
  t.is(recipientFault(recipient), undefined);
  t.regex(recipientFault("age1nothing") ?? "", /write a recipient of age/);
});

import test from "ava";

import { signatureFault } from "./verify-revision.ts";

const key = "0123456789ABCDEF";

/** The fault that the output of gpg or ssh-keygen means. */
const means = test.macro((t, said: string, expected: string | undefined) => {
  t.is(signatureFault(said), expected);
});

// Lines of doc/DETAILS of GnuPG.
test(
  "BADSIG is a forgery",
  means,
  `[GNUPG:] NEWSIG\n[GNUPG:] BADSIG ${key} Ada <ada@example.com>\n`,
  `has a signature of ${key} that belongs to something else`,
);
test(
  "REVKEYSIG is of a revoked key",
  means,
  `[GNUPG:] REVKEYSIG ${key} Ada`,
  `is signed by ${key}, which was revoked`,
);
test(
  "EXPKEYSIG is of an expired key",
  means,
  `[GNUPG:] EXPKEYSIG ${key} Ada`,
  `is signed by ${key}, which has expired`,
);
test(
  "EXPSIG is an expired signature",
  means,
  `[GNUPG:] EXPSIG ${key} Ada`,
  `has a signature of ${key} that has expired`,
);
test(
  "ERRSIG is of a key that is not known",
  means,
  `[GNUPG:] ERRSIG ${key} 1 10 00 1700000000 9 -\n[GNUPG:] NO_PUBKEY ${key}`,
  `is signed by ${key}, which is not trusted`,
);
test(
  "a forgery precedes a key that is not known",
  means,
  `[GNUPG:] ERRSIG ${key} 1\n[GNUPG:] BADSIG ${key} Ada`,
  `has a signature of ${key} that belongs to something else`,
);
test(
  "a status line that is not at the beginning of a line is text of another client",
  means,
  `Ada [GNUPG:] BADSIG ${key} x`,
  undefined,
);

const fingerprint = "SHA256:abc+/DEF012345678901234567890123456789012";
test(
  "a good signature of ssh whose signer is not listed is not trusted",
  means,
  `Good "git" signature with ED25519 key ${fingerprint}\nNo principal matched.\n`,
  `is signed by ${fingerprint}, which is not trusted`,
);
test(
  "a good signature of ssh by an expired key is not trusted",
  means,
  `Good "git" signature for ada@example.com with RSA key ${fingerprint}\nkey has expired\n`,
  `is signed by ${fingerprint}, which is not trusted`,
);
test(
  "an incorrect signature of ssh is a forgery",
  means,
  "Signature verification failed: incorrect signature\n",
  "has a signature that belongs to something else",
);
test(
  "a signature of ssh where only OpenPGP is trusted",
  means,
  "error: gpg.ssh.allowedSignersFile needs to be configured and exist for ssh signature verification\n",
  "is signed with an ssh key, but only OpenPGP keys are trusted",
);
test("no signature", means, "error: no signature found\n", "is not signed");
test("what is not known has no words", means, "gpg: keybox created\n", undefined);
test("nothing said has no words", means, "", undefined);

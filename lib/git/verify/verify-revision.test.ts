import test from "ava";

import { signatureFault } from "./verify-revision.ts";

const key = "0123456789ABCDEF";

/** The fault that the output of gpg or ssh-keygen means. */
const means = test.macro((t, said: string, expected: string | undefined) => {
  t.is(signatureFault(said), expected);
});

// Lines of doc/DETAILS of GnuPG.
test(
  "BADSIG is reported as a signature of other content",
  means,
  `[GNUPG:] NEWSIG\n[GNUPG:] BADSIG ${key} Ada <ada@example.com>\n`,
  `has a signature of ${key} that belongs to something else`,
);
test(
  "REVKEYSIG is reported as a revoked key",
  means,
  `[GNUPG:] REVKEYSIG ${key} Ada`,
  `is signed by ${key}, which was revoked`,
);
test(
  "EXPKEYSIG is reported as an expired key",
  means,
  `[GNUPG:] EXPKEYSIG ${key} Ada`,
  `is signed by ${key}, which has expired`,
);
test(
  "EXPSIG is reported as an expired signature",
  means,
  `[GNUPG:] EXPSIG ${key} Ada`,
  `has a signature of ${key} that has expired`,
);
test(
  "ERRSIG is reported as an untrusted key",
  means,
  `[GNUPG:] ERRSIG ${key} 1 10 00 1700000000 9 -\n[GNUPG:] NO_PUBKEY ${key}`,
  `is signed by ${key}, which is not trusted`,
);
test(
  "BADSIG takes precedence over ERRSIG",
  means,
  `[GNUPG:] ERRSIG ${key} 1\n[GNUPG:] BADSIG ${key} Ada`,
  `has a signature of ${key} that belongs to something else`,
);
test(
  "a gpg status that is not at the beginning of a line is ignored",
  means,
  `Ada [GNUPG:] BADSIG ${key} x`,
  undefined,
);

const fingerprint = "SHA256:abc+/DEF012345678901234567890123456789012";
test(
  "a good ssh signature whose signer is not listed is not trusted",
  means,
  `Good "git" signature with ED25519 key ${fingerprint}\nNo principal matched.\n`,
  `is signed by ${fingerprint}, which is not trusted`,
);
test(
  "a good ssh signature by an expired key is not trusted",
  means,
  `Good "git" signature for ada@example.com with RSA key ${fingerprint}\nkey has expired\n`,
  `is signed by ${fingerprint}, which is not trusted`,
);
test(
  "an incorrect ssh signature is reported as a signature of other content",
  means,
  "Signature verification failed: incorrect signature\n",
  "has a signature that belongs to something else",
);
test(
  "an ssh signature is refused if only OpenPGP keys are trusted",
  means,
  "error: gpg.ssh.allowedSignersFile needs to be configured and exist for ssh signature verification\n",
  "is signed with an ssh key, but only OpenPGP keys are trusted",
);
test("a missing signature is reported", means, "error: no signature found\n", "is not signed");
test("unknown output of gpg is not a fault", means, "gpg: keybox created\n", undefined);
test("empty output of gpg is not a fault", means, "", undefined);

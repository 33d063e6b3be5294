import test from "ava";

import { kubeconfigOf, openIn, settle } from "../../../fixtures/access-home.ts";
import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";

const acting =
  '{token: hush, as: jane, as-uid: "7", as-groups: [dev, ops], as-user-extra: {Example.com/Team: [a, b]}}';
const jane = {
  "impersonate-user": "jane",
  "impersonate-uid": "7",
  "impersonate-group": ["dev", "ops"],
  "impersonate-extra-example.com%2Fteam": ["a", "b"],
};

const impersonates = test.macro({
  async exec(t, _title: string, user: string, request: Partial<AccessRequest>, expected: object) {
    const home = settle(t, { ".kube/config": kubeconfigOf('{server: "https://c.example"}', user) });
    const { headers } = await (await openIn(home, request)).credentials();
    t.deepEqual(headers, { authorization: "Bearer hush", ...expected });
  },
  title: (_, title: string) => title,
});

const refused = test.macro({
  async exec(t, request: Partial<AccessRequest>, expected: string) {
    const home = settle(t, { ".kube/config": kubeconfigOf('{server: "https://c.example"}') });
    const error = await t.throwsAsync(openIn(home, request), { instanceOf: AccessError });
    t.is(error.message, expected);
  },
  title: (_, request: Partial<AccessRequest>) =>
    `invalid impersonation options are refused: ${JSON.stringify(request)}`,
});

test(impersonates, "a user entry of a kubeconfig may configure impersonation", acting, {}, jane);
test(impersonates, "no other user is impersonated by default", "{token: hush}", {}, {});
test(
  impersonates,
  "--as-uid replaces the impersonated uid",
  acting,
  { asUid: "8" },
  { ...jane, "impersonate-uid": "8" },
);
test(
  impersonates,
  "--as-group replaces all impersonated groups",
  acting,
  { asGroups: ["qa"] },
  { ...jane, "impersonate-group": ["qa"] },
);
test(
  impersonates,
  "a non-ASCII user name is sent as UTF-8 bytes",
  "{token: hush}",
  { as: "jörg" },
  { "impersonate-user": "j\u00c3\u00b6rg" },
);
test(refused, { asGroups: ["dev"] }, "--as-group and --as-uid require --as");
test(refused, { asUid: "7" }, "--as-group and --as-uid require --as");
test(
  refused,
  { as: "a\r\nb" },
  "--as contains a line break or control character, which is not allowed in a header",
);

import test from "ava";

import { readStatus } from "./parse-status.ts";

const request = "GET /api/v1/pods";

test("reason, causes and retry delay are read from a Status", (t) => {
  const body = {
    kind: "Status",
    code: 409,
    reason: "Conflict",
    message: "Apply failed with 1 conflict",
    details: {
      retryAfterSeconds: 2,
      causes: [{ reason: "FieldManagerConflict", message: 'conflict with "hpa"', field: ".spec.replicas" }],
    },
  };
  const error = readStatus({ status: 409, headers: {}, text: JSON.stringify(body), request });
  t.like(error, {
    status: 409,
    reason: "Conflict",
    message: "Apply failed with 1 conflict",
    retryAfter: 2000,
    causes: body.details.causes,
  });
  t.deepEqual(error.body, body);
});

test("the Retry-After header takes precedence over the body", (t) => {
  const text = JSON.stringify({ kind: "Status", code: 429, details: { retryAfterSeconds: 2 } });
  t.is(readStatus({ status: 429, headers: { "retry-after": "7" }, text, request }).retryAfter, 7000);
  t.is(
    readStatus({ status: 429, headers: { "retry-after": "soon" }, text: "", request }).retryAfter,
    undefined,
  );
});

const words = test.macro({
  exec(t, text: string, message: string) {
    const error = readStatus({ status: 502, headers: {}, text, request });
    t.is(error.message, message);
    t.is(error.reason, "");
    t.is(error.body, undefined);
  },
  title: (title = "") => title,
});

test(
  "an HTML error page of a proxy is reported as one line of text",
  words,
  "<html><head><style>p { color: red }</style></head>\n<body><h1>502 Bad Gateway</h1>\r\n<hr>nginx</body></html>",
  "GET /api/v1/pods was answered 502: 502 Bad Gateway nginx",
);
test("an empty response is reported with its status code", words, "", "GET /api/v1/pods was answered 502");
test(
  "a JSON response that is not a Status is quoted",
  words,
  '{"kind":"Pod"}',
  'GET /api/v1/pods was answered 502: {"kind":"Pod"}',
);
test(
  "a truncated Status is quoted",
  words,
  '{"kind":"Sta',
  'GET /api/v1/pods was answered 502: {"kind":"Sta',
);

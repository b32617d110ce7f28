import type { Requirement } from './requirement.ts'

/** V1 and V2. */
export const INPUT_AND_OUTPUT: readonly Requirement[] = [
  {
    id: 'V1.1.1',
    what: 'input is decoded once, before it is checked',
    tests: [
      'server/http/failures/answer-failure.test.ts › undecodable API address is a 400 in the envelope',
      'server/http/pages/pages.test.ts › %s is the 404 page with status 404',
    ],
  },
  {
    id: 'V1.1.2',
    what: 'output is encoded last, where it is used',
    tests: [
      'server/mail/letter.test.ts › a template escapes values but not Html and lists of Html',
      'server/csv.test.ts › cell %j is read as %j',
      'server/db/sql.test.ts › values travel as parameters and come back with their types',
    ],
  },
  {
    id: 'V1.2.1',
    what: 'values in HTML and header fields are escaped',
    tests: [
      'server/mail/letter.test.ts › values in a letter are escaped',
      'server/site/announcements/insert-announcements.test.ts › text and link are text: markup, quotes and replacement patterns are shown as they are',
      'tools/pages/pages.test.ts › every page is valid HTML, whatever the customer is called',
    ],
  },
  {
    id: 'V1.2.2',
    what: 'addresses are encoded and of safe schemes',
    tests: [
      'server/mail/letter.test.ts › a link that is not http(s) throws a TypeError',
      'web/account/login/return-path.test.ts › %s: a login leads to the account home instead',
      'web/lib/call/call.test.ts › a path parameter is filled from the input',
    ],
  },
  {
    id: 'V1.2.3',
    what: 'values inside scripts and JSON cannot break out',
    tests: [
      'web/lib/page/page-data.test.ts › the page data are read from the document whatever text they hold',
    ],
  },
  {
    id: 'V1.2.4',
    what: 'statements take their values as parameters',
    tests: [
      'server/db/sql.test.ts › values travel as parameters and come back with their types',
      'scripts/lint/house-rules.ts › sql-in-stores',
    ],
  },
  {
    id: 'V1.2.5',
    what: 'nothing sent reaches a command line',
    exception:
      'No request starts a program: the server starts its embedded database and the sandbox alone, by fixed lists of arguments.',
  },
  { id: 'V1.2.6', what: 'LDAP queries', exception: 'No LDAP.' },
  { id: 'V1.2.7', what: 'XPath queries', exception: 'No XPath.' },
  { id: 'V1.2.8', what: 'LaTeX processors', exception: 'No LaTeX.' },
  {
    id: 'V1.2.9',
    what: 'values inside regular expressions are escaped',
    exception: 'No expression is built from what somebody sent; those in the code are fixed.',
  },
  {
    id: 'V1.3.1',
    what: 'HTML that somebody wrote is cleaned',
    tests: [
      "server/site/content/articles.test.ts › Markdown and HTML in the operator's values are shown as text",
      'server/site/announcements/insert-announcements.test.ts › text and link are text: markup, quotes and replacement patterns are shown as they are',
    ],
  },
  {
    id: 'V1.3.2',
    what: 'no text is run as code',
    tests: [
      'server/http/pages/document-headers.test.ts › no document allows inline code or eval with any settings',
      "oxlint.config.ts › categories: { correctness: 'error'",
    ],
  },
  {
    id: 'V1.3.3',
    what: 'odd characters and lengths are refused early',
    tests: [
      'server/http/failures/answer-failure.test.ts › text with a NUL or a lone surrogate is a 400',
      'server/account/account.test.ts › an empty, long or non-text nickname, or one with markup or invisible characters, gets 400 and a field error',
      'server/operator/terminal/table.test.ts › control and direction characters in user texts are replaced',
    ],
  },
  {
    id: 'V1.3.4',
    what: 'SVG from users is harmless',
    exception: 'Nobody uploads SVG: logo and icon are files of the operator in content/.',
  },
  {
    id: 'V1.3.5',
    what: 'Markdown or style sheets from users are harmless',
    exception:
      'What customers and operators type is shown as plain text; Markdown stands in files of content/ alone.',
  },
  {
    id: 'V1.3.6',
    what: 'the server asks allowed addresses alone',
    tests: [
      'server/applications/webhooks/check-address.test.ts › %s is refused in production',
      'server/applications/webhooks/check-address.test.ts › a name is refused when it resolves to a private address, unless it is listed',
      'server/gateways/pushes/robots.test.ts › %s refuses %s',
    ],
  },
  {
    id: 'V1.3.7',
    what: 'no template is made from input',
    tests: [
      'server/mail/letter.test.ts › a template escapes values but not Html and lists of Html',
    ],
  },
  { id: 'V1.3.8', what: 'JNDI look-ups', exception: 'No Java.' },
  { id: 'V1.3.9', what: 'memcache', exception: 'No memcache.' },
  {
    id: 'V1.3.10',
    what: 'format strings from users',
    exception: 'Nothing is formatted by a string that somebody sent.',
  },
  {
    id: 'V1.3.11',
    what: 'input cannot add mail headers',
    tests: [
      'server/gateways/mail/mailer.test.ts › address and subject cannot inject recipients or headers',
    ],
  },
  {
    id: 'V1.4.1',
    what: 'memory-safe strings and copies',
    exception: 'JavaScript manages its memory; there is no native code of our own.',
  },
  {
    id: 'V1.4.2',
    what: 'numbers do not overflow',
    tests: [
      'server/db/sql.test.ts › a number that JavaScript would round is refused, and the connection goes on',
      'server/operator/terminal/format.test.ts › amount is read exactly in the digits of its currency, or refused',
    ],
  },
  {
    id: 'V1.4.3',
    what: 'memory is given back',
    exception: 'JavaScript manages its memory; there is no native code of our own.',
  },
  {
    id: 'V1.5.1',
    what: 'XML parsers resolve nothing from outside',
    exception: 'No XML of a visitor, customer or provider is parsed.',
  },
  {
    id: 'V1.5.2',
    what: 'what is read back has an expected shape',
    tests: [
      'contract/api.test.ts › unknown field in any call is refused',
      'server/http/failures/answer-failure.test.ts › malformed, empty and oversize bodies are a 400 and write nothing',
    ],
  },
  {
    id: 'V2.1.1',
    what: 'documents say what input is valid',
    tests: [
      'server/applications/api/describe-api.test.ts › the description names the fields of a body, the path and the key of a POST',
    ],
    docs: ['docs/integrate.md#约定', 'ARCHITECTURE.md#how-a-call-travels'],
  },
  {
    id: 'V2.1.2',
    what: 'documents say which values belong together',
    docs: ['docs/decisions/034-invoices.md', 'docs/operator.md#plans'],
  },
  {
    id: 'V2.1.3',
    what: 'documents say the limits of the business',
    docs: [
      'docs/operator.md#second-signatures',
      'docs/operator.md#plans',
      'docs/integrate.md#约定',
    ],
  },
  {
    id: 'V2.2.1',
    what: 'all input is held against a shape',
    tests: [
      'server/applications/api/bad-input.long.test.ts › every field of every call refuses values of a wrong type, size or form; nothing is written',
      'server/console/odd-input.long.test.ts › odd values in every field of every body, and odd bodies: an answer of the catalogue',
      'contract/api.test.ts › unknown field in any call is refused',
    ],
  },
  {
    id: 'V2.2.2',
    what: 'the server checks, whatever the browser did',
    tests: [
      'server/http/failures/answer-failure.test.ts › invalid input: the response has a Chinese message for each field',
      'server/recharge/orders/orders.test.ts › an amount or price sent by the client is refused',
    ],
    docs: ['docs/decisions/010-password-digest-on-both-sides.md'],
  },
  {
    id: 'V2.2.3',
    what: 'values that belong together fit',
    tests: [
      'contract/invoices/invoice-fields.test.ts › title: a company needs a tax number, a person has none, and a name is one line of plain text',
      'server/recharge/checks/alerts.test.ts › a payment that differs from its order alerts the operator by log, count and mail',
    ],
  },
  {
    id: 'V2.3.1',
    what: 'no step of a flow is skipped',
    tests: [
      'server/recharge/payments/webhook.test.ts › an event of success grants nothing while the intent itself is unpaid',
      'server/console/actions/act.test.ts › mark is good for its session, command, input and 15 minutes alone',
      'server/account/register/register.test.ts › a code works only for its own address',
    ],
  },
  {
    id: 'V2.3.2',
    what: 'the limits of the business hold',
    tests: [
      'server/recharge/orders/limited-plans.test.ts › one buyer in many tabs: open and paid pieces never exceed the limit',
      'server/console/signatures/signatures.test.ts › each operator has a sum of his own, which begins anew at midnight',
      'server/recharge/orders/orders.test.ts › a fourth open order is refused with the list of the three, also under concurrent requests',
    ],
  },
  {
    id: 'V2.3.3',
    what: 'an operation happens whole or not',
    tests: [
      'server/db/transaction.test.ts › error rolls the transaction back and is thrown unchanged',
      'server/recharge/orders/order-mails.test.ts › a payment that rolls back mails no receipt',
    ],
  },
  {
    id: 'V2.3.4',
    what: 'what is scarce is sold once',
    tests: [
      'server/recharge/orders/limited-plans.test.ts › 50 buyers of 7 pieces at two nodes: exactly 7 orders, and everybody else reads that it is sold out',
      'server/credit/spending/spend-credit.test.ts › sixteen concurrent holds never reserve more than is available',
    ],
  },
  {
    id: 'V2.4.1',
    what: 'programs are slowed down',
    tests: [
      'server/http/limits/limits.test.ts › limit is exact across nodes and restarts with forty concurrent calls',
      'server/account/register/register-code.test.ts › a mail storm makes the captcha hard and refuses nobody',
      'server/applications/api/call-limits.test.ts › beyond the limit a call is a 429 with Retry-After and nothing is booked',
      'server/recharge/payments/declines/payment-limits.test.ts › after ten declined cards a day no further card is sent to the bank',
    ],
  },
]

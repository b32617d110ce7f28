import type { Requirement } from './requirement.ts'

/** V14 and V15. */
export const DATA_AND_CODE: readonly Requirement[] = [
  {
    id: 'V14.1.1',
    what: 'data is listed by how sensitive it is',
    docs: [
      'content/pages/privacy.md',
      'docs/operator.md#what-is-kept-and-for-how-long',
      'docs/security.md#data-by-level',
    ],
  },
  {
    id: 'V14.1.2',
    what: 'documents say how each is protected',
    docs: [
      'docs/security.md#what-is-promised',
      'docs/operator.md#what-is-kept-and-for-how-long',
      'docs/security.md#data-by-level',
    ],
  },
  {
    id: 'V14.2.1',
    what: 'addresses carry no secrets',
    exception:
      'A mailed link opens by GET, so its token stands in its address, in the form of the specification. It serves once and for a short time, the page moves it into the history entry before any other request and sends no referrer (`e2e/account/account-forms.e2e.ts`), and neither the shop nor a proxy of deploy/ logs a query (`scripts/secrets/`, `drill/deploy/proxy-logs.test.ts`). Everything else secret travels in bodies and headers.',
  },
  {
    id: 'V14.2.2',
    what: 'no personal data in shared caches',
    tests: [
      'server/http/failures/answer-failure.test.ts › API responses forbid caching, framing, sniffing and scripts',
      'server/console/own-page.test.ts › answers cannot be cached, framed or embedded',
    ],
  },
  {
    id: 'V14.2.3',
    what: 'no personal data to trackers',
    tests: [
      'server/http/pages/document-headers.test.ts › public documents load from our own origin only, with any payment provider',
      'server/alerts/pushes/pushes.test.ts › each robot is told of an alert once, signed where it demands it, without anything about the customer',
    ],
  },
  {
    id: 'V14.2.4',
    what: 'data is protected as documented',
    tests: [
      'server/db/retention-docs.test.ts › docs/operator.md names the retention of every table',
      'server/account/closing/close-account.test.ts › after seven days personal data is erased, orders remain and the ledger is still proven',
      "server/account/closing/personal-data.test.ts › all of a customer's data are exported, and erased with the account, but for what law asks to keep",
      'server/account/closing/personal-data.test.ts › docs/operator.md says what the erasure does to each table',
      'server/mail/outbox.test.ts › a queued mail is sent after the commit, and its text is removed from the job',
    ],
  },
  {
    id: 'V14.3.1',
    what: 'the browser forgets after log-out',
    tests: [
      'e2e/account/session.e2e.ts › §4 log out: log-out leaves every page of the account',
      'e2e/site/back-forward-cache.e2e.ts › account page restored by the back button after log-out shows no account data',
      'e2e/account/session.e2e.ts › background tab is cleared as soon as another tab logs out',
    ],
  },
  {
    id: 'V14.3.2',
    what: 'browsers do not cache personal data',
    tests: [
      'server/http/failures/answer-failure.test.ts › API responses forbid caching, framing, sniffing and scripts',
      'server/console/own-page.test.ts › answers cannot be cached, framed or embedded',
    ],
  },
  {
    id: 'V14.3.3',
    what: 'browsers store nothing sensitive',
    tests: [
      'web/account/password/change-password-page.test.tsx › §4 expired login: a session that ends before submission redirects to the login and back; passwords are not stored',
      'web/account/login/login-page.test.tsx › the e-mail is remembered on this device unless the user opts out',
      'server/site/content/promises.test.ts › the privacy page names exactly the cookies of the shop',
    ],
    docs: ['content/pages/privacy.md'],
  },
  {
    id: 'V15.1.1',
    what: 'documents say when packages are mended',
    docs: ['docs/security.md#packages'],
  },
  {
    id: 'V15.1.2',
    what: 'a list of all packages',
    tests: [
      'scripts/gate/dependencies.test.ts › package with a digest, a known licence and a release is trusted',
    ],
    docs: ['docs/security.md#packages'],
  },
  {
    id: 'V15.1.3',
    what: 'documents name what is costly',
    docs: [
      'docs/operator.md#the-close-of-the-day',
      'docs/decisions/033-figures-of-the-first-page.md',
      'docs/decisions/035-lists-of-many-rows.md',
      'docs/scale.md',
    ],
  },
  {
    id: 'V15.2.1',
    what: 'no package is late',
    exception:
      'Whoever keeps this repository compares the lock file with the known weaknesses by hand, within the times of security.md (V15.1.1): the gate has no network, so that it says the same on every machine and day.',
  },
  {
    id: 'V15.2.2',
    what: 'costly work cannot stop the shop',
    tests: [
      'server/account/password/passwords.test.ts › calls above the waiting limit get OVERLOADED, and later calls succeed',
      'server/console/exports/broken-off.test.ts › two files at a time: a third one is refused until one of them has ended, and both are whole',
      'server/console/figures/figures-live.test.ts › figures that take long: served as they were, and counted anew once for all who ask',
    ],
  },
  {
    id: 'V15.2.3',
    what: 'production has no test code',
    tests: [
      'scripts/dev-web.test.ts › §9 mock mode: no file of the site imports the mock, so no build contains it',
      'server/config/config.test.ts › the tools site of the demo has the port after the sandbox, in development alone',
      'server/config/config.test.ts › sandbox in production requires PAYMENTS=sandbox',
    ],
  },
  {
    id: 'V15.3.1',
    what: 'answers have the fields needed',
    tests: [
      'server/account/account.test.ts › §3 profile: the profile contains only the user, the credit and the last login',
      'server/console/orders/list-orders.test.ts › paid order: the row has buyer, plan, amounts and payment method, and nothing else',
      'server/console/users/read-user.test.ts › one user: profile, credit by lot, orders, ledger, holds, sessions and applications, without a secret',
    ],
  },
  {
    id: 'V15.3.2',
    what: 'the server follows no redirects',
    tests: [
      'server/applications/webhooks/receivers.test.ts › a redirect is a failure: its target hears nothing',
    ],
  },
  {
    id: 'V15.3.3',
    what: 'calls write their own fields alone',
    tests: [
      'contract/api.test.ts › unknown field in any call is refused',
      'server/recharge/orders/orders.test.ts › an amount or price sent by the client is refused',
      'server/applications/api/bad-input.long.test.ts › every call refuses unknown fields, and the lack of a field it needs',
    ],
  },
  {
    id: 'V15.3.4',
    what: 'visitors’ addresses are true',
    tests: [
      'server/http/failures/answer-failure.test.ts › X-Forwarded-For is trusted only from TRUST_PROXY',
      'server/http/security/forwarded.test.ts › addresses left of an invalid entry are ignored',
    ],
    docs: ['docs/production.md#nodes-and-the-proxy'],
  },
  {
    id: 'V15.3.5',
    what: 'values have their types',
    tests: [
      'oxlint.config.ts › typescript/no-explicit-any',
      'server/applications/api/bad-input.long.test.ts › every field of every call refuses values of a wrong type, size or form; nothing is written',
    ],
  },
  {
    id: 'V15.3.6',
    what: 'prototypes cannot be changed',
    tests: [
      'server/http/failures/answer-failure.test.ts › malformed, empty and oversize bodies are a 400 and write nothing',
      'server/console/attack.test.ts › command of a name that objects have by themselves, or of another spelling, does not exist',
    ],
  },
  {
    id: 'V15.3.7',
    what: 'repeated parameters do no harm',
    tests: [
      'server/applications/sign-on/attacks.test.ts › malformed bodies of an application are refused',
      'server/site/handlers.test.ts › an unknown type or extra parameters of global config give 400',
    ],
  },
]

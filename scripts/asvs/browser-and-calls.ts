import type { Requirement } from './requirement.ts'

/** V3, V4 and V5. */
export const BROWSER_AND_CALLS: readonly Requirement[] = [
  {
    id: 'V3.2.1',
    what: 'no answer is shown as something else',
    tests: [
      'server/http/failures/answer-failure.test.ts › API responses forbid caching, framing, sniffing and scripts',
      'server/console/own-page.test.ts › answers cannot be cached, framed or embedded',
      'server/invoices/invoice-files.test.ts › the customer and the console download byte for byte what finance uploaded, as PDF files with the invoice’s number',
    ],
  },
  {
    id: 'V3.2.2',
    what: 'text goes into pages as text',
    tests: [
      'server/http/pages/document-headers.test.ts › public documents load from our own origin only, with any payment provider',
      'e2e/console/announcements.e2e.ts › banner that is open at its end goes by itself; a long one with markup is text and fits',
    ],
  },
  {
    id: 'V3.3.1',
    what: 'cookies are Secure and bear a prefix',
    exception:
      'Cookies with a secret are `__Host-` and Secure (session.test.ts, traps.test.ts); `_csrf`, `_userInfo` and `user_source` are named by the original specification and hold none.',
  },
  {
    id: 'V3.3.2',
    what: 'cookies have a fitting SameSite',
    tests: [
      'server/http/sessions/session.test.ts › session cookie is HttpOnly, Secure and host-only',
      'e2e/console/foreign-page.e2e.ts › console: another port of this host and a script injected into the shop reach nothing with the operator’s session',
    ],
  },
  {
    id: 'V3.3.3',
    what: 'cookies of one host are `__Host-`',
    exception:
      'All that carry a secret for every path are; the three readable ones are named by the original specification, and a step of a sign-on is `__Secure-`, for its path alone.',
  },
  {
    id: 'V3.3.4',
    what: 'scripts cannot read session cookies',
    tests: [
      'server/http/sessions/session.test.ts › session cookie is HttpOnly, Secure and host-only',
      "server/http/security/csrf.test.ts › visitor's token is bound to an HttpOnly cookie",
    ],
  },
  {
    id: 'V3.4.1',
    what: 'HSTS for a year, with sub-domains',
    tests: [
      'server/http/pages/document-headers.test.ts › HSTS is sent under https only',
      'server/process/health/health.test.ts › health answers have no-store and the security headers',
      "server/applications/sign-on/traps.test.ts › the provider's answers have the shop's headers, also where the library writes them",
      'server/http/pages/document-headers.test.ts › HSTS covers the names below the own one where the operator says that all have https',
      'server/http/failures/broken-requests.test.ts › %s are answered in the envelope',
    ],
    docs: ['docs/production.md#tls'],
  },
  {
    id: 'V3.4.2',
    what: 'foreign origins are allowed by list',
    tests: [
      'server/http/security/cors.test.ts › page of a configured origin may call with cookies',
      'server/http/security/cors.test.ts › page of another origin may neither read nor write',
    ],
  },
  {
    id: 'V3.4.3',
    what: 'a strict content security policy',
    tests: [
      'server/http/pages/document-headers.test.ts › public documents load from our own origin only, with any payment provider',
      'server/http/pages/document-headers.test.ts › no document allows inline code or eval with any settings',
      'server/applications/sign-on/traps.test.ts › pages run no inline script, load nothing from elsewhere, and their forms may lead to the application',
    ],
  },
  {
    id: 'V3.4.4',
    what: 'nosniff on every answer',
    tests: [
      'server/http/failures/answer-failure.test.ts › 404 outside the calls has the same headers',
      'server/http/pages/assets.test.ts › built files are immutable in caches and sent as the build compressed them',
      'server/http/failures/broken-requests.test.ts › %s are answered in the envelope',
    ],
  },
  {
    id: 'V3.4.5',
    what: 'addresses do not leak by Referer',
    tests: [
      'server/http/pages/document-headers.test.ts › page with a token or a secret of Stripe in its address sends no referrer',
      'e2e/account/account-forms.e2e.ts › §2 /account/reset-password: a mailed link sets a new password, and its token reaches no other request',
    ],
  },
  {
    id: 'V3.4.6',
    what: 'nobody may frame our pages',
    tests: [
      'server/http/pages/document-headers.test.ts › public documents load from our own origin only, with any payment provider',
      'server/http/failures/answer-failure.test.ts › API responses forbid caching, framing, sniffing and scripts',
      'server/console/own-page.test.ts › answers cannot be cached, framed or embedded',
    ],
  },
  {
    id: 'V3.5.1',
    what: 'calls come from our own pages',
    tests: [
      'server/http/security/csrf.test.ts › invented pair of cookie and header is refused',
      'server/http/security/csrf.test.ts › token and cookie of another session are refused',
      'server/console/own-page.test.ts › POST is refused unless it comes from our own page with the token of this browser, as JSON',
    ],
  },
  {
    id: 'V3.5.2',
    what: 'no call slips past the preflight',
    tests: [
      'server/http/security/csrf.test.ts › body of another type than JSON is a 415',
      'server/http/security/csrf.test.ts › call from another site is refused even with a valid token',
    ],
  },
  {
    id: 'V3.5.3',
    what: 'a GET changes nothing',
    tests: [
      'contract/api.test.ts › logout is the only GET that requires the CSRF token',
      'server/http/security/csrf.test.ts › logout by a GET without the token is refused',
      'server/console/attack.test.ts › every call under other methods and spellings is no call, also for an owner',
    ],
  },
  {
    id: 'V3.5.4',
    what: 'shop and console have their own hosts',
    tests: [
      'server/config/config.test.ts › a console needs a port of its own and an address of its own that passkeys accept',
      'e2e/console/foreign-page.e2e.ts › console: another port of this host and a script injected into the shop reach nothing with the operator’s session',
    ],
    docs: ['docs/operator.md#reach-the-console'],
  },
  {
    id: 'V3.5.5',
    what: 'messages of other windows are checked',
    exception: 'No page of ours listens to messages of other windows.',
  },
  {
    id: 'V3.7.1',
    what: 'no plug-ins or dead techniques',
    tests: [
      'server/http/pages/document-headers.test.ts › public documents load from our own origin only, with any payment provider',
    ],
  },
  {
    id: 'V3.7.2',
    what: 'redirects to others are listed ones',
    tests: [
      'server/applications/sign-on/attacks.test.ts › a code is not sent to %s, which is not registered',
      'server/applications/sign-on/attacks.test.ts › a log-out does not lead to %s, with or without an application',
      'web/account/login/return-path.test.ts › %s: a login leads to the account home instead',
      'server/http/pages/pages.test.ts › //evil.example/',
    ],
  },
  {
    id: 'V4.1.1',
    what: 'answers name type and character set',
    tests: [
      'server/http/failures/answer-failure.test.ts › unknown path below /clients/ is a 404 in the envelope for every method',
      'server/http/pages/assets.test.ts › built files are immutable in caches and sent as the build compressed them',
    ],
  },
  {
    id: 'V4.1.2',
    what: 'only pages redirect to https',
    tests: [
      'drill/deploy/tls.test.ts › %s: by http only pages lead to https, and calls are refused',
    ],
    docs: ['docs/production.md#tls'],
  },
  {
    id: 'V4.1.3',
    what: 'visitors cannot set the proxy’s fields',
    tests: [
      'server/http/failures/answer-failure.test.ts › X-Forwarded-For is trusted only from TRUST_PROXY',
      "server/http/security/forwarded.test.ts › forwarded address %s is ignored: the login has the proxy's address",
      'server/request-id.test.ts › an id is taken from a proxy alone, and only in the form of an id',
    ],
  },
  {
    id: 'V4.2.1',
    what: 'one reading of where a request ends',
    tests: [
      'server/http/failures/broken-requests.test.ts › two lengths',
      'server/http/failures/broken-requests.test.ts › a length beside chunks',
      'server/http/failures/broken-requests.test.ts › chunks within another coding',
    ],
  },
  { id: 'V4.3.1', what: 'GraphQL queries are limited', exception: 'No GraphQL.' },
  { id: 'V4.3.2', what: 'GraphQL does not describe itself', exception: 'No GraphQL.' },
  { id: 'V4.4.1', what: 'WebSockets use TLS', exception: 'No WebSockets.' },
  { id: 'V4.4.2', what: 'WebSockets check the origin', exception: 'No WebSockets.' },
  { id: 'V4.4.3', what: 'WebSockets have tokens of their own', exception: 'No WebSockets.' },
  { id: 'V4.4.4', what: 'those tokens come over https', exception: 'No WebSockets.' },
  {
    id: 'V5.1.1',
    what: 'documents say which files are taken',
    docs: ['docs/operator.md#i-need-an-invoice', 'docs/decisions/034-invoices.md'],
  },
  {
    id: 'V5.2.1',
    what: 'files have a size limit',
    tests: [
      'server/invoices/invoice-files.test.ts › upload: 2 MB and no byte more, PDFs alone, from those alone who may issue; kept for an hour and ten at a time',
      'server/invoices/invoice-files.test.ts › every other call of console and shop still refuses a body that is larger than 64 KB',
    ],
  },
  {
    id: 'V5.2.2',
    what: 'content and type of a file agree',
    tests: [
      'server/invoices/invoice-files.test.ts › upload: 2 MB and no byte more, PDFs alone, from those alone who may issue; kept for an hour and ten at a time',
    ],
  },
  {
    id: 'V5.2.3',
    what: 'archives are measured before unpacking',
    exception: 'No archive is taken.',
  },
  {
    id: 'V5.3.1',
    what: 'uploaded files are never run',
    tests: [
      'server/invoices/invoice-files.test.ts › the customer and the console download byte for byte what finance uploaded, as PDF files with the invoice’s number',
    ],
    docs: ['docs/decisions/034-invoices.md'],
  },
  {
    id: 'V5.3.2',
    what: 'no path is made from input',
    tests: [
      'server/gateways/mail/mailer.test.ts › a mail id cannot address files outside the mail folder',
      'server/site/dev-mail/dev-mail.test.ts › no address reads files outside the mail folder',
      'server/http/pages/pages.test.ts › /..%2f..%2fetc%2fpasswd',
    ],
  },
  {
    id: 'V5.4.1',
    what: 'downloads are named by us',
    tests: [
      'server/invoices/invoice-files.test.ts › the customer and the console download byte for byte what finance uploaded, as PDF files with the invoice’s number',
    ],
  },
  {
    id: 'V5.4.2',
    what: 'file names in headers are encoded',
    tests: [
      'server/invoices/invoice-files.test.ts › the customer and the console download byte for byte what finance uploaded, as PDF files with the invoice’s number',
    ],
  },
  {
    id: 'V5.4.3',
    what: 'foreign files are scanned for viruses',
    exception:
      'Customers upload nothing. Finance uploads PDFs that the tax system made; they leave as downloads with a policy of their own, and a scanner is the operator’s choice.',
  },
]

import type { Requirement } from './requirement.ts'

/** V7, V8 and V9. */
export const SESSIONS_AND_ACCESS: readonly Requirement[] = [
  {
    id: 'V7.1.1',
    what: 'documents say how long sessions last',
    docs: [
      'docs/operator.md#the-first-sign-in',
      'docs/operator.md#what-is-kept-and-for-how-long',
      'docs/decisions/009-sessions-and-csrf.md',
      'docs/security.md#sessions',
    ],
  },
  {
    id: 'V7.1.2',
    what: 'documents say how many sessions',
    tests: [
      'server/account/login/login.test.ts › concurrent logins leave no more than the maximum of sessions',
    ],
    docs: ['docs/security.md#sessions'],
  },
  {
    id: 'V7.1.3',
    what: 'documents say how sign-on sessions hang together',
    docs: ['docs/sign-on.md#退出', 'docs/decisions/031-sign-on-hangs-on-the-session.md'],
  },
  {
    id: 'V7.2.1',
    what: 'the server checks each session',
    tests: [
      'server/http/sessions/session.test.ts › §6 user: call that requires a session is a 401 without one, with any input',
      'server/console/attack.test.ts › every call × strangers, customers and a stolen cookie: 401, and nothing changes but the audit log',
    ],
  },
  {
    id: 'V7.2.2',
    what: 'session tokens are made anew',
    tests: [
      'server/http/sessions/session.test.ts › session cookie is HttpOnly, Secure and host-only',
      "server/http/sessions/session.test.ts › only the token's hash is stored",
    ],
  },
  {
    id: 'V7.2.3',
    what: 'session tokens have 128 random bits',
    tests: [
      'server/http/sessions/session.test.ts › session cookie is HttpOnly, Secure and host-only',
    ],
  },
  {
    id: 'V7.2.4',
    what: 'signing in makes a new session',
    tests: [
      'server/http/sessions/session.test.ts › login ends the earlier session of the browser',
      'server/http/security/csrf.test.ts › login invalidates the earlier token',
    ],
  },
  {
    id: 'V7.3.1',
    what: 'unused sessions end',
    tests: [
      'server/http/sessions/session.test.ts › session ends after seven days without a request',
      'server/console/sign-in/passkey.test.ts › session ends after 30 minutes without a request, after 12 hours, and at the sign-out',
    ],
  },
  {
    id: 'V7.3.2',
    what: 'used sessions end, too',
    tests: [
      'server/http/sessions/session.test.ts › session ends after thirty days of use',
      'server/console/sign-in/passkey.test.ts › session ends after 30 minutes without a request, after 12 hours, and at the sign-out',
    ],
  },
  {
    id: 'V7.4.1',
    what: 'an ended session is worth nothing',
    tests: [
      'server/account/account.test.ts › logout ends only this session, clears its cookies and issues a usable csrf token',
      'server/http/sessions/session.test.ts › §4 expired login: ended session gets a 401 that clears both cookies',
    ],
  },
  {
    id: 'V7.4.2',
    what: 'a closed account has no sessions',
    tests: [
      'server/account/closing/close-account.test.ts › closing ends every session and mails how to cancel it',
      'server/operator/users/block-user.test.ts › a blocked user is logged out and cannot log in until unblocked; only the right password is told why',
      'server/console/sign-in/passkey.test.ts › disabled operator: sessions end and the passkey is refused',
      'server/console/actions/ended-meanwhile.test.ts › action of an operator who is being disabled waits for that and does not begin',
    ],
  },
  {
    id: 'V7.4.3',
    what: 'new factors end other sessions',
    tests: [
      'server/account/password/recovery.test.ts › §3 password change: a password change needs the old password and ends every other session',
      'server/console/security/security.test.ts › new password and authenticator end the other sessions and replace the earlier ones',
      'server/account/second-factor/set-up.test.ts › the first factor ends all other sessions, a second one does not, a removal does',
    ],
  },
  {
    id: 'V7.4.4',
    what: 'log-out is in sight everywhere',
    tests: [
      'e2e/site/navigation.e2e.ts › §2 account menu, §3 profile: a customer finds home, orders, password, e-mail and log-out',
      'e2e/account/session.e2e.ts › §4 log out: log-out leaves every page of the account',
      'console/frame/frame.test.tsx › signing out shows the sign-in page',
    ],
  },
  {
    id: 'V7.4.5',
    what: 'operators can end a user’s sessions',
    tests: ['e2e/console/ten-jobs.e2e.ts › adjust credit, end sessions'],
    docs: ['docs/operator.md#my-device-was-stolen'],
  },
  {
    id: 'V7.5.1',
    what: 'ways to sign in change after proof',
    tests: [
      'server/account/email/change-email.test.ts › a change with a login older than fifteen minutes gets REAUTH and uses up no try',
      'server/account/password/recovery.test.ts › a wrong current password gets 422 and a field error, the eleventh 429',
      'server/console/security/security.test.ts › every change of the ways to sign in needs a confirmation of the last 15 minutes and is written down',
      'server/account/second-factor/protected-actions.test.ts › the protected actions ask for the second factor again after five minutes, and pass with a proof',
      'web/account/password/change-password-page.test.tsx › where there is a second factor it is asked for, and the password is then changed',
      'server/account/second-factor/set-up.test.ts › set-up without a factor needs a login of the last 15 minutes, with one a proof of the last five',
    ],
  },
  {
    id: 'V7.5.2',
    what: 'users see and end their sessions',
    tests: [
      "server/account/account.test.ts › sessions are listed with the current one marked, and one device can end another's session",
      'server/account/sessions/sessions.test.ts › ending another device with a login older than fifteen minutes gets REAUTH; a new login of this browser ends it',
      'server/account/sessions/sessions.test.ts › ending another device asks for the second factor of five minutes, whatever the age of the login',
      'server/console/security/security.test.ts › sessions of the operator end one by one or all but this',
      'server/console/security/security.test.ts › every change of the ways to sign in needs a confirmation of the last 15 minutes and is written down',
      'web/account/profile/devices-card.test.tsx › after an old login the password is asked for once, then all other devices are logged out',
    ],
  },
  {
    id: 'V7.6.1',
    what: 'sessions of sign-on end together',
    tests: [
      "server/applications/sign-on/traps.test.ts › the provider's session ends with the shop's, and is never that of another one",
      'server/applications/sign-on/sign-out.test.ts › a log-out in the application is one in the shop and in other applications, when the customer says so',
      'tools/sign-on/sign-on.test.ts › a customer who logs out at the shop is signed out here',
    ],
  },
  {
    id: 'V7.6.2',
    what: 'no session begins unasked',
    exception:
      'An application of somebody else asks (consent.test.ts). The operator’s own sign a logged-in customer on without a question when they are opened, and that is their purpose (docs/sign-on.md).',
  },
  {
    id: 'V8.1.1',
    what: 'documents say who may do what',
    tests: [
      'server/console/access.test.ts › every action × every role: allowed, or refused as FORBIDDEN; other commands do not exist',
    ],
    docs: ['docs/operator.md#roles', 'docs/integrate.md#授权'],
  },
  {
    id: 'V8.1.2',
    what: 'documents say who sees which field',
    docs: ['docs/sign-on.md#一览', 'docs/operator.md#roles'],
  },
  {
    id: 'V8.2.1',
    what: 'functions need a permission',
    tests: [
      'server/console/access.test.ts › every action × every role: allowed, or refused as FORBIDDEN; other commands do not exist',
      'server/console/attack.test.ts › every call that a role lacks, with and without a fresh confirmation: 403, and nothing changes',
      'server/http/sessions/session.test.ts › §6 user: call that requires a session is a 401 without one, with any input',
    ],
  },
  {
    id: 'V8.2.2',
    what: 'nobody reaches the things of others',
    tests: [
      'server/recharge/orders/orders.test.ts › §6 user: the things of another user are not found',
      "server/account/account.test.ts › ending another user's session gets 404 and does not end it",
      'server/applications/api/bad-input.long.test.ts › every call that names a user, hold or charge is a 404 when there is none, or it is not theirs',
    ],
  },
  {
    id: 'V8.2.3',
    what: 'fields are read and written by right',
    tests: [
      'server/account/account.test.ts › §3 profile: the profile contains only the user, the credit and the last login',
      'server/applications/sign-on/sign-on.test.ts › userinfo tells what the application asked for and no more',
      'contract/api.test.ts › unknown field in any call is refused',
    ],
  },
  {
    id: 'V8.3.1',
    what: 'the server decides on rights',
    tests: [
      'server/console/attack.test.ts › every action that a role lacks, also with an owner’s mark for the very input: 403, and nothing changes',
      'server/applications/api/authenticate.test.ts › without a live key every call is a 401 in the envelope that clears no cookies',
    ],
  },
  {
    id: 'V8.4.1',
    what: 'applications cannot touch one another',
    tests: [
      'server/applications/api/spending.test.ts › another application finds neither hold nor charge',
      'server/applications/api/refusals.test.ts › a key of another customer or another application is not found',
    ],
  },
  {
    id: 'V9.1.1',
    what: 'signed tokens are checked before use',
    tests: [
      'server/http/security/csrf.test.ts › invented pair of cookie and header is refused',
      'server/gateways/captcha/captcha.test.ts › an invented, altered or malformed solution, or one of another key, is rejected',
      'tools/sign-on/sign-on.test.ts › a log-out notice that the shop has not signed ends nothing',
    ],
  },
  {
    id: 'V9.1.2',
    what: 'signatures by listed algorithms alone',
    tests: [
      'tools/sign-on/sign-on.test.ts › a log-out notice that the shop has not signed ends nothing',
      'server/applications/sign-on/attacks.test.ts › a log-out takes no ID token without a signature, or one by the key of somebody else',
    ],
  },
  {
    id: 'V9.1.3',
    what: 'keys come from known places',
    tests: [
      'server/applications/sign-on/signing-keys.test.ts › after a leak the old key is neither published nor taken, and the new one signs at once',
    ],
  },
  {
    id: 'V9.2.1',
    what: 'tokens end at their time',
    tests: [
      'server/gateways/captcha/captcha.test.ts › an expired puzzle is rejected',
      'server/console/actions/act.test.ts › mark is good for its session, command, input and 15 minutes alone',
      'server/console/sign-in/passkey.test.ts › challenge ends after five minutes',
    ],
  },
  {
    id: 'V9.2.2',
    what: 'tokens serve their own purpose',
    tests: [
      'server/console/actions/act.test.ts › mark is good for its session, command, input and 15 minutes alone',
      'server/credit/reminders/reminders.test.ts › the link of a mail unsubscribes by a POST without cookie, for this kind alone; a GET only asks',
    ],
  },
  {
    id: 'V9.2.3',
    what: 'tokens for others are refused',
    tests: [
      'server/applications/sign-on/attacks.test.ts › a code is of use only to its application, with its verifier, at its address, while the session lives',
      'server/console/exports/exports.test.ts › ticket: good for one download of one filter in one session within a minute, from the console’s own page',
      'tools/sign-on/sign-on.test.ts › a token that the shop has signed for something else ends nothing',
      'server/applications/sign-on/example.test.ts › the program takes no token that the shop has signed for something else',
    ],
  },
  {
    id: 'V9.2.4',
    what: 'tokens name for whom they are',
    tests: [
      'server/applications/sign-on/sign-on.test.ts › a customer who is logged in signs on without seeing a page',
    ],
  },
]

import type { Requirement } from './requirement.ts'

/** V10. The shop is the provider; the tools site and the program of docs/sign-on.md are clients. */
export const SIGN_ON: readonly Requirement[] = [
  {
    id: 'V10.1.1',
    what: 'tokens stay on servers',
    tests: [
      'tools/sign-on/sign-on.test.ts › no page, answer or cookie of the site has a token of the shop',
    ],
    docs: ['docs/sign-on.md#登记'],
  },
  {
    id: 'V10.1.2',
    what: 'answers belong to their own browser',
    tests: [
      'tools/sign-on/sign-on.test.ts › a callback that this browser did not begin ends at a page that says so',
      'server/applications/sign-on/example.test.ts › the program takes two logins in two tabs, and says why one was refused',
    ],
  },
  {
    id: 'V10.2.1',
    what: 'clients are safe from forged answers',
    tests: [
      'tools/sign-on/sign-on.test.ts › a callback that this browser did not begin ends at a page that says so',
      'server/applications/sign-on/example.test.ts › the program refuses what is not its own, and goes on',
    ],
  },
  {
    id: 'V10.2.2',
    what: 'clients do not mix providers up',
    exception: 'The tools site knows one provider, this shop.',
  },
  {
    id: 'V10.3.1',
    what: 'access tokens are for this service',
    exception:
      'Access tokens are references that the provider’s own userinfo takes; `/api/v1` takes keys of applications and no token.',
  },
  {
    id: 'V10.3.2',
    what: 'scopes decide what is answered',
    tests: [
      'server/applications/sign-on/sign-on.test.ts › userinfo tells what the application asked for and no more',
    ],
  },
  {
    id: 'V10.3.3',
    what: 'users are known by lasting ids',
    tests: [
      'server/applications/sign-on/sign-on.test.ts › another customer who logs in in the same browser is signed on as that customer',
      'server/db/ids.test.ts › ids sort by their time and never repeat',
    ],
  },
  {
    id: 'V10.3.4',
    what: 'tokens are as strong as needed',
    exception: 'userinfo asks for no certain strength of the log-in.',
  },
  {
    id: 'V10.4.1',
    what: 'codes go to registered addresses alone',
    tests: [
      'server/applications/sign-on/attacks.test.ts › a code is not sent to %s, which is not registered',
    ],
  },
  {
    id: 'V10.4.2',
    what: 'a code serves once',
    tests: [
      'server/applications/sign-on/traps.test.ts › of ten redemptions of one code at once, one succeeds',
      'server/applications/sign-on/traps.test.ts › a code that is redeemed again ends the tokens that it gave',
    ],
  },
  {
    id: 'V10.4.3',
    what: 'codes end within ten minutes',
    tests: ['server/applications/sign-on/attacks.test.ts › a code ends after a minute'],
    docs: ['docs/sign-on.md#一览'],
  },
  {
    id: 'V10.4.4',
    what: 'no grants but those needed',
    tests: [
      'server/applications/sign-on/sign-on.test.ts › what an application asks wrongly is answered to it',
      'server/applications/sign-on/attacks.test.ts › malformed bodies of an application are refused',
    ],
  },
  {
    id: 'V10.4.5',
    what: 'refresh tokens cannot be replayed',
    tests: [
      'server/applications/sign-on/traps.test.ts › there are no refresh tokens that a lost answer could void',
    ],
  },
  {
    id: 'V10.4.6',
    what: 'PKCE is asked of everybody',
    tests: [
      'server/applications/sign-on/sign-on.test.ts › what an application asks wrongly is answered to it',
      'server/applications/sign-on/attacks.test.ts › a code is of use only to its application, with its verifier, at its address, while the session lives',
    ],
  },
  {
    id: 'V10.4.7',
    what: 'strangers cannot register clients',
    exception:
      'Applications are registered by an owner; the provider has no registration of its own.',
  },
  { id: 'V10.4.8', what: 'refresh tokens end', exception: 'There are no refresh tokens.' },
  {
    id: 'V10.4.9',
    what: 'users can take tokens back',
    tests: [
      'server/applications/sign-on/consent.test.ts › a grant that is taken back ends tokens, and the next sign-on asks',
      'e2e/account/sign-on.e2e.ts › a visitor logs in, agrees once, and is known to the application until the customer takes it back',
    ],
  },
  {
    id: 'V10.4.10',
    what: 'clients prove who they are',
    tests: [
      "server/applications/sign-on/traps.test.ts › a client's secret is compared by its hash, which itself opens nothing",
    ],
  },
  {
    id: 'V10.4.11',
    what: 'clients get only scopes they need',
    exception:
      'Registration does not narrow the four scopes. What an application asks for is shown to the customer, who decides (V10.7.2), and is all that it gets (V10.3.2); the applications that ask nobody are the operator’s own.',
  },
  {
    id: 'V10.5.1',
    what: 'ID tokens are not replayed',
    exception:
      'The tools site takes ID tokens from the token endpoint alone, for a code with its own state and PKCE verifier; none comes by way of the browser.',
  },
  {
    id: 'V10.5.2',
    what: 'clients know users by `sub`',
    tests: [
      'server/applications/sign-on/example.test.ts › the program of docs/sign-on.md signs a customer on and off as it stands',
      'tools/sign-on/sign-on.test.ts › a customer of the shop is signed on by opening a tool, and sees the credit',
    ],
  },
  {
    id: 'V10.5.3',
    what: 'clients check the issuer',
    tests: [
      'tools/sign-on/open-id.test.ts › metadata that name another issuer than the shop are refused',
      'tools/sign-on/open-id.test.ts › an ID token %s signs nobody on',
    ],
  },
  {
    id: 'V10.5.4',
    what: 'clients check the audience',
    tests: ['tools/sign-on/open-id.test.ts › an ID token %s signs nobody on'],
  },
  {
    id: 'V10.5.5',
    what: 'log-out notices are of their kind',
    tests: [
      'tools/sign-on/sign-on.test.ts › a log-out notice that the shop has not signed ends nothing',
      'server/applications/sign-on/example.test.ts › the program ends the login of which the shop tells, and no other',
      'tools/sign-on/sign-on.test.ts › a token that the shop has signed for something else ends nothing',
      'server/applications/sign-on/example.test.ts › the program takes no token that the shop has signed for something else',
    ],
  },
  {
    id: 'V10.6.1',
    what: 'the provider answers with codes alone',
    tests: [
      'server/applications/sign-on/sign-on.test.ts › what an application asks wrongly is answered to it',
    ],
  },
  {
    id: 'V10.6.2',
    what: 'nobody is logged out by force',
    tests: [
      'server/applications/sign-on/sign-out.test.ts › the answer about a log-out is taken from our own page alone',
      'server/applications/sign-on/sign-out.test.ts › a log-out never leads to an address that is not registered, and needs the token of its page',
    ],
  },
  {
    id: 'V10.7.1',
    what: 'customers consent',
    tests: [
      "server/applications/sign-on/consent.test.ts › somebody else's application asks once, and then reaches the customer's credit",
      'server/applications/sign-on/consent.test.ts › an application that asks for more than was agreed to asks again',
      'server/applications/sign-on/consent.test.ts › whoever logs in while the page is open is asked again, and allows nothing unasked',
    ],
    docs: ['docs/sign-on.md#登记'],
  },
  {
    id: 'V10.7.2',
    what: 'customers read what they consent to',
    tests: [
      "server/applications/sign-on/consent.test.ts › somebody else's application asks once, and then reaches the customer's credit",
      'e2e/account/sign-on.e2e.ts › a visitor logs in, agrees once, and is known to the application until the customer takes it back',
    ],
  },
  {
    id: 'V10.7.3',
    what: 'customers see and end consents',
    tests: [
      'web/account/applications/grants-card.test.tsx › a grant is revoked after a confirmation that counts its keys',
      'server/applications/sign-on/consent.test.ts › a grant that is taken back ends tokens, and the next sign-on asks',
    ],
    docs: ['docs/decisions/031-sign-on-hangs-on-the-session.md'],
  },
]

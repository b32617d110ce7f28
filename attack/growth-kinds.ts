import { randomBytes, randomInt } from 'node:crypto'
import { api } from '#contract/api.ts'
import { introspectKey, userCredit } from '#contract/applications/applications.ts'
import * as invitation from '#contract/console/staff/invitation.ts'
import * as loginNotice from '#contract/account/login-notice.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import { PASSWORD_DIGEST as password } from '#harness/customers.ts'
import { callConsole, openConsole } from './operator.ts'
import { type Reply, sendRequest } from '#harness/send-request.ts'
import { openVisitor, post } from './send.ts'
import type { Target } from './target.ts'

type Call = (index: number) => Promise<Reply>

/** A call that anybody can make. */
export interface Kind {
  name: string
  call: Call
}

const FORM = 'application/x-www-form-urlencoded'

const token = (): string => randomBytes(32).toString('base64url')

/** Of one attacker: an address, and all those of one IPv6 network. */
function forwarded(index: number): Record<'x-forwarded-for', string> {
  const network = randomBytes(2).toString('hex')
  return {
    'x-forwarded-for':
      index % 2 === 0 ? '198.51.100.1' : `2001:db8:0:1:${network}::${index.toString(16).slice(-4)}`,
  }
}

/** Every kind of call without a session, each different from the last one in what it names. */
export async function openKinds(target: Target): Promise<Kind[]> {
  const { url } = target
  const visitor = await openVisitor(url, '198.51.100.1')
  const from = (index: number) => ({ ...visitor, ...forwarded(index) })
  const get =
    (path: string | ((index: number) => string), more = (): Record<string, string> => ({})): Call =>
    (index) =>
      sendRequest(url + (typeof path === 'string' ? path : path(index)), {
        headers: { ...BROWSER_HEADERS, ...from(index), ...more() },
      })
  const call =
    (path: string, input: (email: string) => object): Call =>
    (index) =>
      post(url + path, input(`growth-${index}-${randomInt(1e9)}@example.com`), from(index))
  const raw =
    (path: string | (() => string), type: string, body: () => string): Call =>
    (index) =>
      sendRequest(url + (typeof path === 'string' ? path : path()), {
        ...{ method: 'POST', body: body() },
        headers: { 'content-type': type, ...forwarded(index) },
      })
  const clientId = await findClientId(target)
  const signOn = () =>
    `/oidc/auth?${new URLSearchParams({
      ...{ client_id: clientId, response_type: 'code', scope: 'openid', state: token() },
      ...{ redirect_uri: 'https://tools.test/callback' },
      ...{ code_challenge: token(), code_challenge_method: 'S256' },
    }).toString()}`
  const { account, recharge, site } = api
  const kinds: Record<string, Call> = {
    'session check': get(account.userInfo.path),
    plans: get(recharge.comboList.path),
    'csrf token': get(site.csrfToken.path, () => ({ cookie: '' })),
    'csrf token with a new source': get(site.csrfToken.path, () => ({
      cookie: `user_source=${token()}`,
    })),
    captcha: get(site.captchaChallenge.path),
    profile: get(account.profile.path, () => ({ cookie: `__Host-sid=${token()}` })),
    page: get('/plans'),
    'page that is not there': get((index) => `/nowhere-${index}`),
    'page with a new source': get((index) => `/?source=s${index}&utm_source=u${index}`),
    'log-in': call(account.login.path, (email) => ({ email, password })),
    'code of a registration': call(account.registerCode.path, (email) => ({ email, captcha: 'x' })),
    registration: call(account.register.path, (email) => ({ email, password, code: '123456' })),
    'link of a reset': call(account.resetPasswordLink.path, (email) => ({ email, captcha: 'x' })),
    reset: call(account.resetPassword.path, () => ({ token: token(), password })),
    'undoing a new address': call(account.undoEmailChange.path, () => ({ token: token() })),
    'refusing a login': call(loginNotice.refuseLogin.path, () => ({ token: token() })),
    'event of the provider': raw(
      '/webhooks/stripe',
      'application/json',
      () => `{"id":"evt_${token()}"}`,
    ),
    'report of a policy': raw('/csp-report', 'application/csp-report', () =>
      JSON.stringify({
        'csp-report': {
          ...{ 'document-uri': `${url}/${token()}`, 'violated-directive': 'script-src' },
          'blocked-uri': `https://${randomInt(1e9)}.example`,
        },
      }),
    ),
    'report of a crash': raw('/crash-report', 'application/json', () =>
      JSON.stringify({
        ...{ id: `web-${randomBytes(6).toString('hex')}`, page: '/', message: 'x', stack: 'x' },
      }),
    ),
    unsubscribing: raw(
      () => `/unsubscribe/${token()}`,
      FORM,
      () => '',
    ),
    'application without a key': get(userCredit.path.replace(':user', target.customers[0].id)),
    'application with a wrong key': (index) =>
      post(
        url + introspectKey.path,
        { key: 'x' },
        { ...from(index), authorization: `Bearer app_${token()}`, 'idempotency-key': token() },
      ),
    'sign-on': get(signOn),
    'sign-on without cookies': (index) =>
      sendRequest(url + signOn(), { headers: forwarded(index) }),
    'end of a sign-on': get(() => `/oidc/session/end?client_id=${clientId}&state=${token()}`),
    'code of a sign-on': raw('/oidc/token', FORM, () =>
      new URLSearchParams({
        ...{ grant_type: 'authorization_code', code: token() },
        ...{ client_id: clientId, client_secret: token() },
      }).toString(),
    ),
    ...(await openConsoleCalls(target)),
  }
  return Object.entries(kinds).map(([name, each]) => ({ name, call: each }))
}

async function openConsoleCalls(target: Target): Promise<Record<string, Call>> {
  const { headers } = await openConsole(target)
  const call =
    (path: string, input: (index: number) => object, more: Record<string, string> = {}): Call =>
    (index) =>
      callConsole(target, path, input(index), {
        headers: { ...headers, ...more, ...forwarded(index) },
      })
  return {
    'console: session': (index) =>
      sendRequest(target.consoleUrl + signIn.readConsoleSession.path, {
        headers: forwarded(index),
      }),
    'console: sign-in': call(signIn.signInWithCode.path, (index) => ({
      ...{ email: `growth-${index}@example.com`, password, code: '123456' },
    })),
    'console: passkey': call(signIn.beginPasskeySignIn.path, () => ({})),
    'console: invitation': call(invitation.readInvitation.path, () => ({ token: token() })),
    'console: forged call': call(signIn.signOutOfConsole.path, () => ({}), {
      'sec-fetch-site': 'cross-site',
    }),
  }
}

async function findClientId({ sql }: Target): Promise<string> {
  const [row] = await sql<{ id: string }>`
    update applications set redirect_urls = '{https://tools.test/callback}' returning client_id as id`
  return row?.id ?? ''
}

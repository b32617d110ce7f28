import { randomBytes, randomInt } from 'node:crypto'
import { api } from '#contract/api.ts'
import { introspectKey, userCredit } from '#contract/applications/applications.ts'
import * as invitation from '#contract/console/staff/invitation.ts'
import * as loginNotice from '#contract/account/login-notice.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import * as emailRecovery from '#contract/account/email-recovery.ts'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import { PASSWORD_DIGEST } from '#harness/customers.ts'
import { callConsole, openConsole } from '../rig/operator.ts'
import { type Reply, send } from '../rig/send.ts'
import type { Target } from '../rig/target.ts'
import { openVisitor, post } from '../rig/visitor.ts'

/** A call that anybody can make. */
export interface Kind {
  name: string
  call: (index: number) => Promise<Reply>
}

/** Of one attacker: an address, and all those of one IPv6 network. */
function attackerAddress(index: number): string {
  if (index % 2 === 0) return '198.51.100.1'
  return `2001:db8:0:1:${randomBytes(2).toString('hex')}::${index.toString(16).slice(-4)}`
}

/** Every kind of call without a session, each different from the last one in what it names. */
export async function openKinds(target: Target): Promise<Kind[]> {
  const { url } = target
  const { headers } = await openVisitor(url, '198.51.100.1')
  const from = (index: number) => ({ ...headers, 'x-forwarded-for': attackerAddress(index) })
  const token = () => randomBytes(32).toString('base64url')
  const get =
    (path: string, more: () => Record<string, string> = () => ({})) =>
    (index: number) =>
      send(url + path, { headers: { ...BROWSER_HEADERS, ...from(index), ...more() } })
  const call = (path: string, input: (index: number) => object) => (index: number) =>
    post(url + path, input(index), from(index))
  const raw = (path: string, type: string, body: () => string) => (index: number) =>
    send(url + path, {
      ...{ method: 'POST', body: body() },
      headers: { 'content-type': type, 'x-forwarded-for': attackerAddress(index) },
    })
  const email = (index: number) => `growth-${index}-${randomInt(1e9)}@example.com`
  const clientId = await findClientId(target)
  const signOn = () =>
    new URLSearchParams({
      ...{ client_id: clientId, response_type: 'code', scope: 'openid', code_challenge: token() },
      ...{
        redirect_uri: 'https://tools.test/callback',
        code_challenge_method: 'S256',
        state: token(),
      },
    }).toString()
  const form = 'application/x-www-form-urlencoded'
  return [
    { name: 'session check', call: get(api.account.userInfo.path) },
    { name: 'plans', call: get(api.recharge.comboList.path) },
    { name: 'csrf token', call: get(api.site.csrfToken.path, () => ({ cookie: '' })) },
    {
      name: 'csrf token with a new source',
      call: get(api.site.csrfToken.path, () => ({ cookie: `user_source=${token()}` })),
    },
    { name: 'captcha', call: get(api.site.captchaChallenge.path) },
    {
      name: 'profile',
      call: get(api.account.profile.path, () => ({ cookie: `__Host-sid=${token()}` })),
    },
    { name: 'page', call: get('/plans') },
    { name: 'page that is not there', call: (index) => get(`/nowhere-${index}`)(index) },
    {
      name: 'page with a new source',
      call: (index) => get(`/?source=s${index}&utm_source=u${index}`)(index),
    },
    {
      name: 'log-in',
      call: call(api.account.login.path, (index) => ({
        ...{ email: email(index), password: PASSWORD_DIGEST },
      })),
    },
    {
      name: 'code of a registration',
      call: call(api.account.registerCode.path, (index) => ({ email: email(index), captcha: 'x' })),
    },
    {
      name: 'registration',
      call: call(api.account.register.path, (index) => ({
        ...{ email: email(index), password: PASSWORD_DIGEST, code: '123456' },
      })),
    },
    {
      name: 'link of a reset',
      call: call(api.account.resetPasswordLink.path, (index) => ({
        ...{ email: email(index), captcha: 'x' },
      })),
    },
    {
      name: 'reset',
      call: call(api.account.resetPassword.path, () => ({
        ...{ token: token(), password: PASSWORD_DIGEST },
      })),
    },
    {
      name: 'undoing a new address',
      call: call(api.account.undoEmailChange.path, () => ({ token: token() })),
    },
    {
      name: 'recovery of an address',
      call: call(emailRecovery.confirmEmailRecovery.path, () => ({ token: token() })),
    },
    {
      name: 'refusing a login',
      call: call(loginNotice.refuseLogin.path, () => ({ token: token() })),
    },
    {
      name: 'event of the provider',
      call: raw('/webhooks/stripe', 'application/json', () => `{"id":"evt_${token()}"}`),
    },
    {
      name: 'report of a policy',
      call: raw(
        '/csp-report',
        'application/csp-report',
        () =>
          `{"csp-report":{"document-uri":"${url}/${token()}","violated-directive":"script-src","blocked-uri":"https://${randomInt(1e9)}.example"}}`,
      ),
    },
    {
      name: 'report of a crash',
      call: raw(
        '/crash-report',
        'application/json',
        () => `{"id":"web-${randomBytes(6).toString('hex')}","page":"/","message":"x","stack":"x"}`,
      ),
    },
    {
      name: 'unsubscribing',
      call: (index) => raw(`/unsubscribe/${token()}`, form, () => '')(index),
    },
    {
      name: 'application without a key',
      call: (index) => get(userCredit.path.replace(':user', target.customers[0].id))(index),
    },
    {
      name: 'application with a wrong key',
      call: (index) =>
        post(
          url + introspectKey.path,
          { key: 'x' },
          { ...from(index), authorization: `Bearer app_${token()}`, 'idempotency-key': token() },
        ),
    },
    { name: 'sign-on', call: (index) => get(`/oidc/auth?${signOn()}`)(index) },
    {
      name: 'sign-on without cookies',
      call: (index) =>
        send(`${url}/oidc/auth?${signOn()}`, {
          headers: { 'x-forwarded-for': attackerAddress(index) },
        }),
    },
    {
      name: 'end of a sign-on',
      call: (index) => get(`/oidc/session/end?client_id=${clientId}&state=${token()}`)(index),
    },
    {
      name: 'code of a sign-on',
      call: raw(
        '/oidc/token',
        form,
        () =>
          `grant_type=authorization_code&code=${token()}&client_id=${clientId}&client_secret=${token()}`,
      ),
    },
    ...(await openConsoleKinds(target)),
  ]
}

async function openConsoleKinds(target: Target): Promise<Kind[]> {
  const { headers } = await openConsole(target)
  const token = () => randomBytes(32).toString('base64url')
  const call = (path: string, input: (index: number) => object) => (index: number) =>
    callConsole(target, path, input(index), {
      headers: { ...headers, 'x-forwarded-for': attackerAddress(index) },
    })
  return [
    {
      name: 'console: session',
      call: (index) =>
        send(target.consoleUrl + signIn.readConsoleSession.path, {
          headers: { 'x-forwarded-for': attackerAddress(index) },
        }),
    },
    {
      name: 'console: sign-in',
      call: call(signIn.signInWithCode.path, (index) => ({
        ...{ email: `growth-${index}@example.com`, password: PASSWORD_DIGEST, code: '123456' },
      })),
    },
    { name: 'console: passkey', call: call(signIn.beginPasskeySignIn.path, () => ({})) },
    {
      name: 'console: invitation',
      call: call(invitation.readInvitation.path, () => ({ token: token() })),
    },
    {
      name: 'console: forged call',
      call: (index) =>
        callConsole(
          target,
          signIn.signOutOfConsole.path,
          {},
          {
            headers: {
              ...headers,
              'sec-fetch-site': 'cross-site',
              'x-forwarded-for': attackerAddress(index),
            },
          },
        ),
    },
  ]
}

async function findClientId({ sql }: Target): Promise<string> {
  const [row] = await sql<{ id: string }>`
    update applications set redirect_urls = '{https://tools.test/callback}' returning client_id as id`
  return row?.id ?? ''
}

import { generate } from 'otplib'
import * as invitation from '#contract/console/staff/invitation.ts'
import type { Role } from '#contract/console/staff/roles.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { newCodeSecret } from '#contract/console/shapes.ts'
import { envelope } from '#contract/envelope.ts'
import * as z from 'zod/mini'
import { passwordDigest } from '#server/account/password/passwords.ts'
import { runOperator } from '#harness/run-operator.ts'
import { type Reply, sendRequest } from '#harness/send-request.ts'
import type { Target } from './target.ts'

export const OPERATOR_DIGEST = passwordDigest('long enough to be safe')

/** A browser at the console. */
export interface ConsoleBrowser {
  headers: Record<string, string>
}

export interface Operator extends ConsoleBrowser {
  email: string
  /** Of the authenticator. */
  codeNow: () => Promise<string>
}

/** A browser that has read the console's token, without a session. */
export async function openConsole(
  { consoleUrl, consoleOrigin }: Pick<Target, 'consoleUrl' | 'consoleOrigin'>,
  address = '127.0.0.1',
): Promise<ConsoleBrowser> {
  const from = { 'x-forwarded-for': address, 'user-agent': 'Firefox' }
  const reply = await sendRequest(consoleUrl + signIn.readConsoleSession.path, { headers: from })
  const { csrf } = signIn.readConsoleSession.output.parse(dataOf(reply))
  return {
    headers: {
      ...from,
      cookie: cookiesOf(reply),
      origin: consoleOrigin,
      'sec-fetch-site': 'same-origin',
      'x-console-csrf': csrf,
    },
  }
}

/** Invites an operator by the command line, who accepts with password and authenticator and is signed in. */
export async function openOperator(target: Target, role: Role): Promise<Operator> {
  const email = `${role}@shop.example`
  const words = ['operators', 'invite', email, '--role', role, '--name', '周敏', '--json', '--yes']
  const { code, output, errors } = await runOperator(target.env, words)
  if (code !== 0) throw new Error(errors)
  const { link } = z.object({ link: z.string() }).parse(JSON.parse(output))
  const browser = await openConsole(target)
  const person = { token: new URL(link).hash.slice(1), email, name: '周敏' }
  const begun = await callConsole(target, invitation.beginInvitedCode.path, person, browser)
  const { secret, ticket } = newCodeSecret.parse(dataOf(begun))
  const codeNow = () => generate({ secret })
  const accepted = await callConsole(
    target,
    invitation.acceptWithCode.path,
    { ...person, password: OPERATOR_DIGEST, code: await codeNow(), ticket },
    browser,
  )
  dataOf(accepted)
  const cookie = `${browser.headers['cookie']}; ${cookiesOf(accepted)}`
  return { email, codeNow, headers: { ...browser.headers, cookie } }
}

/** Posts to the console as its own page does. */
export function callConsole(
  { consoleUrl }: Pick<Target, 'consoleUrl'>,
  path: string,
  input: unknown,
  { headers }: ConsoleBrowser,
): Promise<Reply> {
  return sendRequest(consoleUrl + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
}

function dataOf(reply: Reply): unknown {
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
  return envelope.parse(JSON.parse(reply.text)).data
}

function cookiesOf({ headers }: Reply): string {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ')
}

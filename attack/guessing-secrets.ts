import { randomBytes } from 'node:crypto'
import { api } from '#contract/api.ts'
import * as apiKeys from '#contract/account/api-keys.ts'
import { introspectKey, userCredit } from '#contract/applications/applications.ts'
import * as invitation from '#contract/console/staff/invitation.ts'
import { envelope } from '#contract/envelope.ts'
import { PASSWORD_DIGEST } from '#harness/customers.ts'
import { guessAtOnce } from './guess-at-once.ts'
import { callConsole, openConsole } from './operator.ts'
import { sendRequest } from '#harness/send-request.ts'
import { inParallel, openVisitor, post } from './send.ts'
import { type AttackRow, createTally, type Tally } from './tally.ts'
import type { Target } from './target.ts'

/** `linkIp` of the shop and `consoleLink` of the console. */
const OF_LINKS = 30
const OF_INVITATIONS = 60

/** Tokens of links and keys: 256 bits, so what counts is that nothing near one is taken. */
export async function guessSecrets(target: Target, count: number): Promise<AttackRow> {
  const tally = createTally('guessing links and keys')
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const headers = await openVisitor(target.url, '203.0.113.3')
  const links = await guessAtOnce(tally, {
    ...{ what: 'reset links', guesses: tokens, tried: ['TOKEN_EXPIRED'], most: OF_LINKS },
    send: (token) =>
      post(
        target.url + api.account.resetPassword.path,
        { token, password: PASSWORD_DIGEST },
        headers,
      ),
  })
  const stranger = await openConsole(target, '203.0.113.4')
  const invitations = await guessAtOnce(tally, {
    ...{ what: 'invitations', guesses: tokens, tried: ['LINK_EXPIRED'], most: OF_INVITATIONS },
    send: (token) => callConsole(target, invitation.readInvitation.path, { token }, stranger),
  })
  const keys = await guessAtOnce(tally, {
    what: 'keys of applications',
    ...{ guesses: [...nearMisses(target.apiKey), ...tokens.map((token) => `app_${token}`)] },
    ...{ tried: ['UNAUTHENTICATED'], most: Infinity },
    send: (key) =>
      sendRequest(target.url + userCredit.path.replace(':user', target.customers[0].id), {
        headers: { authorization: `Bearer ${key}` },
      }),
  })
  await guessCustomerKeys(target, tokens, tally)
  await guessClientSecrets(target, tokens, tally)
  return tally.row(`looked at: ${[links, invitations, keys].join(', ')}`)
}

/** The real one with another letter, case, length or space. */
function nearMisses(key: string): string[] {
  const [kind, value] = [key.slice(0, 4), key.slice(4)]
  const last = key.at(-1) === 'A' ? 'B' : 'A'
  return [
    ...[key.slice(0, -1), `${key}A`, key.slice(0, -1) + last, key.toUpperCase(), key.toLowerCase()],
    ...[value, `${kind === 'app_' ? 'key_' : 'app_'}${value}`, `${key}=`, `${key}%00`, `"${key}"`],
  ]
}

async function guessCustomerKeys(
  { url, apiKey, customers, sql }: Target,
  tokens: readonly string[],
  tally: Tally,
): Promise<void> {
  const [application] = await sql<{ id: string }>`select id from applications limit 1`
  const made = await post(
    url + apiKeys.createApiKey.path,
    { applicationId: application?.id, name: '攻击', monthlyLimit: null },
    customers[0].headers,
  )
  const parsed = apiKeys.createApiKey.output.safeParse(envelope.parse(JSON.parse(made.text)).data)
  if (!parsed.success) throw new Error(`no key of a customer: ${made.status} ${made.text}`)
  const authorization = `Bearer ${apiKey}`
  const guesses = [...nearMisses(parsed.data.key), ...tokens.map((token) => `key_${token}`)]
  await inParallel(guesses, 16, async (key, at) => {
    const headers = { authorization, 'idempotency-key': `guess-${at}` }
    const reply = await post(url + introspectKey.path, { key }, headers)
    tally.count()
    const isTaken = reply.text.includes('"active":true')
    tally.expect(
      !isTaken && reply.status < 500,
      `a customer's key ${key.slice(0, 12)}…: ${reply.text}`,
    )
  })
}

async function guessClientSecrets(
  { url, sql }: Target,
  tokens: readonly string[],
  tally: Tally,
): Promise<void> {
  const [client] = await sql<{ id: string }>`select client_id as id from applications limit 1`
  await inParallel(tokens, 16, async (token) => {
    const form = new URLSearchParams({
      ...{ grant_type: 'authorization_code', code: token, redirect_uri: 'https://tools.test/' },
      ...{ client_id: client?.id ?? '', client_secret: token, code_verifier: token },
    })
    const { status, text } = await sendRequest(`${url}/oidc/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
    tally.count()
    tally.expect(
      status >= 400 && status < 500,
      `a client's secret: ${status} ${text.slice(0, 100)}`,
    )
  })
}

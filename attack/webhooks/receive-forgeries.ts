import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod/mini'
import { runOperator } from '#harness/run-operator.ts'
import { type AttackRow, createTally, type Tally } from '../attack.ts'
import { openElsewhere } from '../rig/elsewhere.ts'
import type { Target } from '../rig/target.ts'
import { until } from '../rig/until.ts'

/** Where receivers listen: a private address that the operator has listed. */
export const RECEIVER_HOST = '127.0.0.2'

interface Message {
  headers: Record<string, string>
  body: string
}

/** Messages of the shop to an application: genuine ones are recognised, and whatever was changed in one is not. */
export async function receiveForgeries(target: Target, tls: string): Promise<AttackRow> {
  const tally = createTally('webhook forgery: to an application')
  const messages: Message[] = []
  await using receiver = await openElsewhere({
    ...{ host: RECEIVER_HOST, tls },
    respond(request, response) {
      void text(request).then((body) => {
        messages.push({ headers: headersOf(request.headers), body })
        response.end()
      })
    },
  })
  const secret = await registerReceiver(target, `${receiver.url}/hook`)
  const [{ id: user }] = target.customers
  await target.sql`select tell_applications(${user}, 'grant.revoked', '{}')`
  await until(() => messages.length > 0)
  const { headers, body } = messages[0]!
  const isTaken = (given: Record<string, string>, text_ = body, by = secret): boolean => {
    tally.count()
    try {
      new Webhook(by).verify(text_, given)
      return true
    } catch {
      return false
    }
  }
  tally.expect(isTaken(headers), 'a genuine message is not recognised')
  expectRefused(tally, headers, (given, changed) => isTaken(given, changed ?? body))
  const otherSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  tally.expect(!isTaken(headers, body, otherSecret), 'a message is taken under another secret')
  return tally.row('checked by the library standardwebhooks, as docs/integrate.md says')
}

function expectRefused(
  tally: Tally,
  headers: Record<string, string>,
  isTaken: (headers: Record<string, string>, body?: string) => boolean,
): void {
  const signature = headers['webhook-signature']!
  const time = Number(headers['webhook-timestamp'])
  const changes: [how: string, Record<string, string>][] = [
    ['with another id', { 'webhook-id': 'msg_other' }],
    ['with another time', { 'webhook-timestamp': String(time + 1) }],
    ['of six minutes ago', { 'webhook-timestamp': String(time - 360) }],
    ['of the scheme v1a', { 'webhook-signature': signature.replace('v1,', 'v1a,') }],
    ['without a signature', { 'webhook-signature': '' }],
    ['with half a signature', { 'webhook-signature': signature.slice(0, 20) }],
    [
      'with another signature',
      { 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` },
    ],
  ]
  for (const [how, change] of changes) {
    tally.expect(!isTaken({ ...headers, ...change }), `a message ${how} is taken`)
  }
  tally.expect(!isTaken(headers, '{"type":"account.closed"}'), 'a message of another body is taken')
}

/** Registers an application of the operator's own; returns the secret of its messages. */
async function registerReceiver({ env }: Target, webhook: string): Promise<string> {
  const words = [
    'applications',
    'register',
    '--name',
    '接收',
    '--redirect',
    'https://tools.test/callback',
  ]
  const given = [...words, '--webhook', webhook, '--first-party', '--json', '--yes']
  const { code, output, errors } = await runOperator(env, given)
  if (code !== 0) throw new Error(errors)
  return z.object({ webhookSecret: z.string() }).parse(JSON.parse(output)).webhookSecret
}

function headersOf(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { ROOT } from '../../scripts/run.ts'
import type { CallFault, WebhookFault } from '#sandbox/faults/plan.ts'

const intent = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()),
})
export type ProviderIntent = z.output<typeof intent>

const refund = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.string(),
  payment_intent: z.nullable(z.string()),
})
export type ProviderRefund = z.output<typeof refund>

const event = z.object({
  id: z.string(),
  type: z.string(),
  pending_webhooks: z.int(),
  data: z.object({ object: z.looseObject({ id: z.string() }) }),
})
export type ProviderEvent = z.output<typeof event>

export interface FaultPlan {
  seed?: number
  calls?: { on: string; fault: CallFault; percent: number; delay_ms?: number }[]
  webhooks?: { on: string; fault: WebhookFault; percent: number; delay_ms?: number }[]
}

export const TEST_CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000002760003184',
  slow: '4000000000008005',
} as const

export type TestCard = keyof typeof TEST_CARDS

const PAGE = 100
const ANSWER_MS = 10_000

/** The payment sandbox in a process of its own, and what it says of itself. */
export type Provider = Awaited<ReturnType<typeof startProvider>>

interface Options {
  port: number
  folder: string
  keys: { secret: string; publishable: string; webhook: string }
  webhookUrl: string
}

export async function startProvider({ port, folder, keys, webhookUrl }: Options) {
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(ROOT, 'sandbox/main.ts')], {
    cwd: ROOT,
    // it ends with the channel, so with us
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      SANDBOX_PORT: String(port),
      SANDBOX_DIR: folder,
      SANDBOX_SECRET_KEY: keys.secret,
      SANDBOX_PUBLISHABLE_KEY: keys.publishable,
      SANDBOX_WEBHOOK_URL: webhookUrl,
      SANDBOX_WEBHOOK_SECRET: keys.webhook,
    },
  })
  const ended = once(child, 'exit')
  const hasStarted = Promise.withResolvers<boolean>()
  child.stdout?.on('data', () => hasStarted.resolve(true))
  if (!(await Promise.race([hasStarted.promise, ended.then(() => false)]))) {
    throw new Error('the payment sandbox does not start')
  }

  async function ask(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { key = keys.secret, form, json }: { key?: string; form?: object; json?: object } = {},
  ): Promise<unknown> {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(json && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(form && { body: new URLSearchParams(Object.entries(form)) }),
      ...(json && { body: JSON.stringify(json) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }

  async function all<Schema extends z.ZodMiniType<{ id: string }>>(
    path: string,
    item: Schema,
  ): Promise<z.output<Schema>[]> {
    const page = z.object({ data: z.array(item), has_more: z.boolean() })
    const items: z.output<Schema>[] = []
    for (let after: string | undefined; ;) {
      const query = `?limit=${PAGE}${after === undefined ? '' : `&starting_after=${after}`}`
      const { data, has_more: hasMore } = page.parse(await ask('GET', path + query))
      items.push(...data)
      after = data.at(-1)?.id
      if (!hasMore || after === undefined) return items
    }
  }

  return {
    url,
    intents: () => all('/v1/payment_intents', intent),
    refunds: () => all('/v1/refunds', refund),
    events: () => all('/v1/events', event),

    /** From now on these go wrong, and no others. */
    setFaults: (plan: FaultPlan) => ask('POST', '/_sandbox/faults', { json: plan }),

    /** How many calls and deliveries there were since the plan was set, and how many went wrong. */
    async faultsDone(): Promise<{ calls: Met; deliveries: Met }> {
      const report = faultReport.parse(await ask('GET', '/_sandbox/faults'))
      return { calls: sumOf(report.counts.calls), deliveries: sumOf(report.counts.webhooks) }
    },

    /** How often this was asked since the plan was set. */
    async timesAsked(operation: string): Promise<number> {
      const report = faultReport.parse(await ask('GET', '/_sandbox/faults'))
      return report.counts.calls[operation]?.met ?? 0
    },

    /** How many decisions on payments, or deliveries of events, wait for their time. */
    async waiting(kind: 'settle' | 'deliver'): Promise<number> {
      const { waiting } = stateReport.parse(await ask('GET', '/_sandbox'))
      return waiting[kind] ?? 0
    },

    /** A payment method as the form in the browser makes it. */
    async method(card: TestCard): Promise<string> {
      const form = {
        type: 'card',
        'card[number]': TEST_CARDS[card],
        'card[exp_month]': '12',
        'card[exp_year]': '2040',
        'card[cvc]': '123',
      }
      const made = await ask('POST', '/v1/payment_methods', { key: keys.publishable, form })
      return z.object({ id: z.string() }).parse(made).id
    },

    /** What the holder of the card answers on the bank's page. */
    async answerChallenge(page: string, answer: 'approve' | 'refuse'): Promise<void> {
      const signal = AbortSignal.timeout(ANSWER_MS)
      const body = new URLSearchParams({ answer })
      const given = await fetch(page, { method: 'POST', body, redirect: 'manual', signal })
      await given.body?.cancel()
    },

    /** A refund from the provider's dashboard; all that is left without an amount. */
    refund: (intentId: string, amount?: number) =>
      ask('POST', `/_sandbox/payments/${intentId}/refund`, { json: { ...(amount && { amount }) } }),

    /** A paid intent behind the shop's back, with this metadata. */
    async payElsewhere(metadata: Record<string, string>): Promise<string> {
      const form = {
        amount: '1990',
        currency: 'cny',
        'allowed_payment_method_types[0]': 'card',
        ...Object.fromEntries(
          Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value]),
        ),
      }
      const { id } = intent.parse(await ask('POST', '/v1/payment_intents', { form }))
      await ask('POST', `/v1/payment_intents/${id}/confirm`, {
        form: { payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' },
      })
      return id
    },

    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

interface Met {
  met: number
  wrong: number
}

const counts = z.record(z.string(), z.object({ met: z.int(), done: z.record(z.string(), z.int()) }))

function sumOf(report: z.output<typeof counts>): Met {
  const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0)
  const all = Object.values(report)
  return {
    met: sum(all.map(({ met }) => met)),
    wrong: sum(all.flatMap(({ done }) => Object.values(done))),
  }
}

const faultReport = z.object({ counts: z.object({ calls: counts, webhooks: counts }) })
const stateReport = z.object({ waiting: z.record(z.string(), z.int()) })

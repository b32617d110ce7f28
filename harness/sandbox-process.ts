import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
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

const dispute = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.string(),
  payment_intent: z.nullable(z.string()),
})
export type ProviderDispute = z.output<typeof dispute>

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

const PAGE_SIZE = 100
const TIMEOUT_MS = 10_000
const PROGRAM = fileURLToPath(new URL('../sandbox/main.ts', import.meta.url))

/** The payment sandbox in a process of its own, with its API and its controls. */
export type SandboxProcess = Awaited<ReturnType<typeof startSandboxProcess>>

interface ProviderKeys {
  secret: string
  publishable: string
  webhook: string
}

/** Keys that no other sandbox has. */
export function newProviderKeys(): ProviderKeys {
  const word = () => randomBytes(16).toString('hex')
  return {
    secret: `sk_test_${word()}`,
    publishable: `pk_test_${word()}`,
    webhook: `whsec_${word()}`,
  }
}

interface Options {
  port: number
  folder: string
  keys: ProviderKeys
  webhookUrl: string
}

export async function startSandboxProcess({ port, folder, keys, webhookUrl }: Options) {
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [PROGRAM], {
    // the sandbox ends when the channel closes, so with this process
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

  async function send(
    method: 'GET' | 'POST',
    path: string,
    { key = keys.secret, form, json }: { key?: string; form?: object; json?: object } = {},
  ): Promise<unknown> {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(json && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(form && { body: new URLSearchParams(Object.entries(form)) }),
      ...(json && { body: JSON.stringify(json) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }

  async function listAll<Schema extends z.ZodMiniType<{ id: string }>>(
    path: string,
    item: Schema,
  ): Promise<z.output<Schema>[]> {
    const page = z.object({ data: z.array(item), has_more: z.boolean() })
    const items: z.output<Schema>[] = []
    for (let after: string | undefined; ;) {
      const query = `?limit=${PAGE_SIZE}${after === undefined ? '' : `&starting_after=${after}`}`
      const { data, has_more: hasMore } = page.parse(await send('GET', path + query))
      items.push(...data)
      after = data.at(-1)?.id
      if (!hasMore || after === undefined) return items
    }
  }

  return {
    url,
    listIntents: () => listAll('/v1/payment_intents', intent),
    listRefunds: () => listAll('/v1/refunds', refund),
    listDisputes: () => listAll('/v1/disputes', dispute),
    listEvents: () => listAll('/v1/events', event),

    /** Replaces the faults that the sandbox injects. */
    setFaults: (plan: FaultPlan) => send('POST', '/_sandbox/faults', { json: plan }),

    /** Calls and deliveries since the plan was set, and how many of them got a fault. */
    async countFaults(): Promise<{ calls: FaultCount; deliveries: FaultCount }> {
      const report = faultReport.parse(await send('GET', '/_sandbox/faults'))
      return { calls: sumOf(report.counts.calls), deliveries: sumOf(report.counts.webhooks) }
    },

    /** How often this operation was called since the plan was set. */
    async countCalls(operation: string): Promise<number> {
      const report = faultReport.parse(await send('GET', '/_sandbox/faults'))
      return report.counts.calls[operation]?.met ?? 0
    },

    /** How many payments wait to be decided, or events to be delivered. */
    async countWaiting(kind: 'settle' | 'deliver'): Promise<number> {
      const { waiting } = stateReport.parse(await send('GET', '/_sandbox'))
      return waiting[kind] ?? 0
    },

    /** A payment method as the form in the browser makes it; returns its id. */
    async createPaymentMethod(card: TestCard): Promise<string> {
      const form = {
        type: 'card',
        'card[number]': TEST_CARDS[card],
        'card[exp_month]': '12',
        'card[exp_year]': '2040',
        'card[cvc]': '123',
      }
      const made = await send('POST', '/v1/payment_methods', { key: keys.publishable, form })
      return z.object({ id: z.string() }).parse(made).id
    },

    /** The card holder's answer on the bank's page. */
    async answerChallenge(page: string, answer: 'approve' | 'refuse'): Promise<void> {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const body = new URLSearchParams({ answer })
      const given = await fetch(page, { method: 'POST', body, redirect: 'manual', signal })
      await given.body?.cancel()
    },

    /** A refund from the provider's dashboard; without an amount, of all that is left. */
    createRefund: (intentId: string, amount?: number) =>
      send('POST', `/_sandbox/payments/${intentId}/refund`, {
        form: { ...(amount && { amount }) },
      }),

    /** The card holder's bank disputes the whole payment. */
    openDispute: (intentId: string) =>
      send('POST', `/_sandbox/payments/${intentId}/dispute`, { form: {} }),

    /** Creates a paid intent with this metadata that the shop does not know; returns its id. */
    async createForeignPayment(metadata: Record<string, string>): Promise<string> {
      const form = {
        amount: '1990',
        currency: 'cny',
        'allowed_payment_method_types[0]': 'card',
        ...Object.fromEntries(
          Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value]),
        ),
      }
      const { id } = intent.parse(await send('POST', '/v1/payment_intents', { form }))
      await send('POST', `/v1/payment_intents/${id}/confirm`, {
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

interface FaultCount {
  met: number
  wrong: number
}

const counts = z.record(z.string(), z.object({ met: z.int(), done: z.record(z.string(), z.int()) }))

function sumOf(report: z.output<typeof counts>): FaultCount {
  const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0)
  const all = Object.values(report)
  return {
    met: sum(all.map(({ met }) => met)),
    wrong: sum(all.flatMap(({ done }) => Object.values(done))),
  }
}

const faultReport = z.object({ counts: z.object({ calls: counts, webhooks: counts }) })
const stateReport = z.object({ waiting: z.record(z.string(), z.int()) })

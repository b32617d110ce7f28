import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { afterAll, vi } from 'vitest'
import { startSandbox, type SandboxOptions } from '../server.ts'

export const SECRET_KEY = 'sk_test_of_the_tests'
export const PUBLISHABLE_KEY = 'pk_test_of_the_tests'
export const WEBHOOK_SECRET = 'whsec_of_the_tests'
export const SHOP = 'http://shop.example'

// Restarts and waits take their time where many tests run at once.
vi.setConfig({ testTimeout: 30_000 })

/** How long tests poll for what a task does, on a busy machine. */
export const POLLING = { timeout: 10_000, interval: 20 }

/** The official client pointed at a sandbox, without retries, so that each answer is seen. */
export function createClient(port: number, apiKey = SECRET_KEY): Stripe {
  return new Stripe(apiKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })
}

export async function createTemporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sandbox-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** A sandbox on a free port with a folder of its own; `restart()` ends it and starts it there again. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}) {
  const folder = await createTemporaryFolder()
  const start = () =>
    startSandbox({
      dir: folder.path,
      secretKey: SECRET_KEY,
      publishableKey: PUBLISHABLE_KEY,
      allowOrigins: [SHOP],
      processingMs: 20,
      ...options,
    })
  let running = await start()
  const test = {
    dir: folder.path,
    url: running.url,
    stripe: createClient(running.port),
    async restart() {
      await running.close()
      running = await start()
      test.url = running.url
      test.stripe = createClient(running.port)
    },
    /** A control call with a form; without one it only asks. */
    async control(path: string, form?: Record<string, string>): Promise<unknown> {
      const body = form && new URLSearchParams(form)
      const answer = await fetch(`${test.url}/_sandbox${path}`, body && { method: 'POST', body })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    /** Replaces the faults that calls and events meet. */
    async setFaults(plan: object): Promise<void> {
      const answer = await fetch(`${test.url}/_sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(plan),
      })
      if (!answer.ok) throw new Error(`faults: ${answer.status} ${await answer.text()}`)
    },
    /** Lets so much time pass; a change wakes what falls due in it. */
    async advance(ms: number): Promise<void> {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
      await test.control('/deliveries', { events: 'usual' })
    },
    /** The charge by which the intent was paid, or the last that failed. */
    async chargeOf(id: string): Promise<Stripe.Charge> {
      const expand = ['latest_charge']
      const { latest_charge: charge } = await test.stripe.paymentIntents.retrieve(id, { expand })
      if (charge === null || typeof charge === 'string') throw new Error('not charged')
      return charge
    },
    /** The types of the events about this intent, the oldest first. */
    async eventsOf(id: string): Promise<string[]> {
      const { data } = await test.stripe.events.list({ limit: 100 })
      const own = data.filter((event) => JSON.stringify(event.data).includes(id))
      return own.map(({ type }) => type).toReversed()
    },
    /** Creates an intent and pays it; returns its id. */
    async pay(alias = 'pm_card_visa', amount = 9900): Promise<string> {
      const { id } = await test.newIntent({ amount })
      await test.confirm(id, { payment_method: alias })
      return id
    },
    newIntent: (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
      test.stripe.paymentIntents.create({
        amount: 9900,
        currency: 'cny',
        ...params,
      }),
    confirm: (id: string, params: Partial<Stripe.PaymentIntentConfirmParams> = {}) =>
      test.stripe.paymentIntents.confirm(id, {
        payment_method: 'pm_card_visa',
        return_url: `${SHOP}/back?order=1`,
        use_stripe_sdk: true,
        ...params,
      }),
    newMethod: (number: string) =>
      test.stripe.paymentMethods.create({
        type: 'card',
        card: {
          number,
          exp_month: 12,
          exp_year: 2040,
          cvc: number.startsWith('37') ? '1234' : '123',
        },
      }),
    async [Symbol.asyncDispose]() {
      vi.useRealTimers()
      await running.close()
      await folder[Symbol.asyncDispose]()
    },
  }
  return test
}

/** A sandbox that the tests of a file share; each looks at what it made itself. */
export function sandboxPerFile(options: Partial<SandboxOptions> = {}) {
  let sandbox: ReturnType<typeof startTestSandbox> | undefined
  afterAll(async () => {
    await (await sandbox)?.[Symbol.asyncDispose]()
  })
  return () => (sandbox ??= startTestSandbox(options))
}

/** What the client throws, for a call that has to fail. */
export async function catchStripeError(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('the call did not fail')
}

/** A shop's webhook route: it keeps what came and answers what `answer` says, 200 by default. */
async function startReceiver() {
  const receiver = {
    events: [] as Stripe.Event[],
    /** How many came with a signature that is not right, and were answered 400. */
    refused: 0,
    /** Gets the type of the event and how often it came before. */
    answer: (_type: string, _before: number): number => 200,
    url: '',
    typesOf: (id: string) =>
      receiver.events
        .filter(({ data }) => JSON.stringify(data).includes(id))
        .map(({ type }) => type),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const event = verifyWebhook(Buffer.concat(chunks), request.headers['stripe-signature'])
      if (event === undefined) {
        receiver.refused++
        return response.writeHead(400).end()
      }
      const before = receiver.events.filter(({ id }) => id === event.id).length
      receiver.events.push(event)
      return response.writeHead(receiver.answer(event.type, before)).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`
  return receiver
}

function verifyWebhook(
  body: Buffer,
  signature: string | string[] | undefined,
): Stripe.Event | undefined {
  try {
    return Stripe.webhooks.constructEvent(body, signature ?? '', WEBHOOK_SECRET)
  } catch {
    return undefined
  }
}

/** A sandbox that sends its events to such a receiver. */
export async function startWithReceiver() {
  const receiver = await startReceiver()
  const sandbox = await startTestSandbox({ webhook: { url: receiver.url, secret: WEBHOOK_SECRET } })
  return {
    receiver,
    sandbox,
    async [Symbol.asyncDispose]() {
      await sandbox[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

/** The payer's answer on a page of the sandbox. */
export function answerOn(page: string, answer: string): Promise<Response> {
  const body = new URLSearchParams({ answer })
  return fetch(page, { method: 'POST', body, redirect: 'manual' })
}

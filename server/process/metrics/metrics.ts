import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Sql } from '../../db/sql.ts'
import { isPaymentFailure, type Payments } from '../../gateways/payments/payments.ts'
import type { Violation } from '../../http/reports/csp-report.ts'
import {
  countAlerts,
  countHolds,
  countJobs,
  countMessages,
  countOpenOrders,
  countSignatures,
  findLastEventTime,
  listTimedJobs,
} from './metrics.store.ts'

/** Anyone can send reports, so only these directives become labels. */
const DIRECTIVES = new Set([
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'connect-src',
  'frame-src',
  'worker-src',
  'require-trusted-types-for',
])

/** Measures answers, payment calls and CSP violations. */
export interface Instruments {
  /** Plugin that measures the answers of all routes; must be registered before them. */
  measureResponses: FastifyPluginAsync
  /** Measures the answer of a document or file, which the routes do not see. */
  measureFile(request: IncomingMessage, response: ServerResponse): void
  /** Wraps the payment calls: each is measured with its time and outcome. */
  timePayments(payments: Payments): Payments
  countViolation(violation: Violation): void
}

export interface Metrics extends Instruments {
  registry: Registry
}

export function createMetrics(sql: Sql): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'http_answer_seconds',
    help: 'Time from request to answer, by route and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const calls = new Histogram({
    name: 'payment_provider_seconds',
    help: 'Time of calls to the payment provider, by call and outcome.',
    labelNames: ['call', 'outcome'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 7],
    registers,
  })
  const lastWebhook = registerLastWebhook(sql, registry)
  const violations = new Counter({
    name: 'csp_violations_total',
    help: 'Reports of browsers about refused content, by directive.',
    labelNames: ['directive'],
    registers,
  })
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Answers with a code of the error catalogue, by route.',
    labelNames: ['route', 'code'],
    registers,
  })
  registerGauge(registry, 'credit_holds', 'Open holds of applications.', ['state'], () =>
    countHolds(sql),
  )
  registerGauge(
    registry,
    'application_messages',
    'Messages to applications that were not accepted.',
    ['state'],
    () => countMessages(sql),
  )
  registerGauge(
    registry,
    'console_signatures_waiting',
    'Actions of the console that wait for a second signature.',
    [],
    () => countSignatures(sql),
  )
  registerGauge(registry, 'orders_open', 'Orders that wait for money, by state.', ['state'], () =>
    countOpenOrders(sql),
  )
  registerGauge(registry, 'jobs', 'Work that is due or was given up.', ['kind', 'state'], () =>
    countJobs(sql),
  )

  registerGauge(
    registry,
    'operator_alerts',
    'How often a person was called, by kind.',
    ['kind'],
    () => countAlerts(sql),
  )

  registerGauge(
    registry,
    'timed_job_failures',
    'Turns of a timed job in a row that failed.',
    ['job'],
    async () => {
      const jobs = await listTimedJobs(sql)
      return jobs.map(({ job, failures }) => ({ job, count: failures }))
    },
  )
  registerGauge(
    registry,
    'timed_job_last_success_timestamp_seconds',
    'When a turn of a timed job last ended well; 0 = never.',
    ['job'],
    async () => {
      const jobs = await listTimedJobs(sql)
      return jobs.map(({ job, succeededAt }) => ({ job, count: succeededAt }))
    },
  )

  return {
    registry,
    measureResponses: forAllRoutes(async (app) => {
      app.addHook('onResponse', async (request, reply) => {
        const { url = 'none', config } = request.routeOptions
        const route = config.endpoint?.path ?? url
        const status = `${Math.floor(reply.statusCode / 100)}xx`
        answers.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000)
        if (reply.failureCode !== null) refusals.inc({ route, code: reply.failureCode })
        if (route === '/webhooks/stripe' && reply.statusCode === 200) lastWebhook.recordNow()
      })
    }),
    measureFile({ method = '' }, response) {
      const startedAt = performance.now()
      response.once('finish', () => {
        const status = `${Math.floor(response.statusCode / 100)}xx`
        answers.observe({ method, route: '/*', status }, (performance.now() - startedAt) / 1_000)
      })
    },
    timePayments: (payments) =>
      timeCalls(payments, (call, outcome, seconds) => calls.observe({ call, outcome }, seconds)),
    countViolation: ({ directive }) =>
      violations.inc({ directive: DIRECTIVES.has(directive) ? directive : 'other' }),
  }
}

/** Alarms watch its age, `time() - value`. The process keeps the time of accepted events in memory, since events that change nothing are not stored. */
function registerLastWebhook(sql: Sql, registry: Registry): { recordNow: () => void } {
  let acceptedAt = 0
  const gauge: Gauge = new Gauge({
    name: 'payment_webhook_last_good_timestamp_seconds',
    help: 'When an event of the payment provider was last accepted here or applied by any node; 0 = never.',
    registers: [registry],
    async collect() {
      const applied = await findLastEventTime(sql).catch(() => null)
      gauge.set(Math.max(acceptedAt, applied?.getTime() ?? 0) / 1_000)
    },
  })
  return { recordNow: () => (acceptedAt = Date.now()) }
}

/** Skips Fastify's encapsulation, so that the plugin's hooks apply to all routes. */
function forAllRoutes(plugin: FastifyPluginAsync): FastifyPluginAsync {
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}

type Row<Label extends string> = Record<Label, string> & { count: number }

/** Registers a gauge whose rows are queried at each scrape. */
function registerGauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[],
  rows: () => Promise<Row<Label>[]>,
): void {
  const gauge: Gauge<Label> = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const found = await rows().catch(() => null)
      gauge.reset()
      for (const { count, ...labels } of found ?? []) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other columns of a row are its labels
        gauge.set(labels as unknown as Record<Label, string>, count)
      }
    },
  })
}

type Observe = (call: string, outcome: string, seconds: number) => void

function timeCalls(payments: Payments, observe: Observe): Payments {
  async function time<T>(call: string, answer: Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1_000
    try {
      const result = await answer
      observe(call, 'ok', seconds())
      return result
    } catch (error) {
      observe(call, isPaymentFailure(error) ? error.kind : 'error', seconds())
      throw error
    }
  }
  return {
    within: (ms) => timeCalls(payments.within(ms), observe),
    createIntent: (input) => time('create', payments.createIntent(input)),
    retrieveIntent: (id) => time('retrieve', payments.retrieveIntent(id)),
    confirmIntent: (id, confirmation) => time('confirm', payments.confirmIntent(id, confirmation)),
    cancelIntent: (id) => time('cancel', payments.cancelIntent(id)),
    listIntents: (listing) => time('list', payments.listIntents(listing)),
    createMethod: (type) => time('method', payments.createMethod(type)),
    createRefund: (refund) => time('refund', payments.createRefund(refund)),
    listRefunds: (listing) => time('refunds', payments.listRefunds(listing)),
    listDisputes: (listing) => time('disputes', payments.listDisputes(listing)),
    listBalance: (listing) => time('balance', payments.listBalance(listing)),
    listEvents: (listing) => time('events', payments.listEvents(listing)),
    retrieveEvent: (id) => time('event', payments.retrieveEvent(id)),
    verifyWebhook: (request, now) => payments.verifyWebhook(request, now),
    intentIdOf: (clientSecret) => payments.intentIdOf(clientSecret),
  }
}

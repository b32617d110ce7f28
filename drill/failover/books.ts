import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '#server/db/sql.ts'
import { runOperator } from '#harness/run-operator.ts'
import type { SandboxProcess } from '#harness/sandbox-process.ts'
import { compareBooks, type Verdict as OrdersVerdict } from '../../faults/check/compare-books.ts'
import { readBooks } from '../../faults/check/read-books.ts'
import { findDoubled } from '../send.ts'
import type { MailServer } from '#harness/mail-server.ts'
import type { Traffic } from './traffic.ts'

export interface Verdict {
  /** Payments, charges and paid orders that were answered and are not in the books. */
  lost: number
  /** What is in the books, or was answered by nodes, more than once. */
  doubled: number
  isLedgerProven: boolean
  /** One line. */
  figures: string
  /** Everything that is wrong, a line each. */
  findings: string[]
}

interface Evidence {
  sql: Sql
  provider: SandboxProcess
  env: Record<string, string>
  traffic: Traffic
  mail: MailServer
  traceFile: string
  logFiles: readonly string[]
}

/** Orders are settled without events a minute later. */
const SETTLE_MS = 90_000
const PAUSE_MS = 2_000

/** Compares what the callers were answered with the shop's books, and these with the provider's. */
export async function compareAllBooks(evidence: Evidence): Promise<Verdict> {
  const { sql, provider, env, traffic, mail, traceFile, logFiles } = evidence
  const { orders, settledMs } = await settleOrders({ sql, provider })
  const proof = await runOperator(env, ['ledger', 'prove', '--full'])
  const booked = await sql<{ id: string }>`select id from credit_charges`
  const paid = await sql<{ id: string }>`select id from orders where state = 'paid'`
  const posts = new Set(
    traffic.sent.filter(({ call }) => call.method === 'POST').map(({ id }) => id),
  )
  const lostCharges = missingFrom(booked, traffic.charged)
  const lostOrders = missingFrom(paid, traffic.paidOrders)
  const unasked = booked.filter(({ id }) => !traffic.charged.has(id)).map(({ id }) => id)
  const repeated = findDoubled(await readFile(traceFile, 'utf8')).filter((id) => posts.has(id))
  const log = await readNodeLog(logFiles)
  const mails = [...mail.received.values()]
  return {
    lost: orders.lost + lostCharges.length + lostOrders.length,
    doubled: orders.doubled + unasked.length + repeated.length,
    isLedgerProven: proof.code === 0,
    figures: [
      `${traffic.sent.length} requests`,
      `${orders.paid} orders paid of ${orders.orders}`,
      `${booked.length} charges`,
      `${mails.length} mails, ${mails.filter((times) => times > 1).length} of them twice`,
      `all settled ${Math.round(settledMs / 1_000)} s after the end`,
      `${log.unnoted} ends of jobs could not be noted`,
    ].join('; '),
    findings: [
      ...orders.findings,
      ...lostCharges.map((id) => `lost: charge ${id} was answered and is not booked`),
      ...lostOrders.map((id) => `lost: order ${id} was seen paid and is not`),
      ...unasked.map((id) => `doubled: charge ${id} is booked and nobody was answered`),
      ...repeated.map((id) => `doubled: request ${id} was answered twice by nodes`),
      ...traffic.findings,
      ...(proof.code === 0 ? [] : [`ledger prove: ${proof.output}${proof.errors}`]),
      ...log.findings,
      ...(traffic.charged.size === 0 || orders.paid === 0 ? ['nothing was bought or charged'] : []),
    ],
  }
}

/** Waits until each payment at the provider is decided here, at most a reconciler's period. */
async function settleOrders(
  shop: Pick<Evidence, 'sql' | 'provider'>,
): Promise<{ orders: OrdersVerdict; settledMs: number }> {
  const beganAt = performance.now()
  for (;;) {
    const orders = compareBooks(await readBooks(shop))
    const settledMs = performance.now() - beganAt
    if (orders.lost + orders.inLimbo === 0 || settledMs > SETTLE_MS) return { orders, settledMs }
    await delay(PAUSE_MS)
  }
}

function missingFrom(rows: readonly { id: string }[], ids: ReadonlySet<string>): string[] {
  const found = new Set(rows.map(({ id }) => id))
  return [...ids].filter((id) => !found.has(id))
}

/** Ends of jobs that could not be noted, so that they may run again; failures that the shop did not foresee, and raw stacks. */
async function readNodeLog(
  files: readonly string[],
): Promise<{ unnoted: number; findings: string[] }> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const lines = texts.join('\n').split('\n')
  return {
    unnoted: lines.filter((line) => line.includes('could not be noted')).length,
    findings: [
      ...lines.filter((line) => /^\s+at /.test(line)).map((line) => `raw stack: ${line.trim()}`),
      ...lines.filter((line) => line.includes('unforeseen failure')).map((line) => `log: ${line}`),
    ],
  }
}

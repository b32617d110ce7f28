import type * as usage from '#contract/credit/usage.ts'
import type { UsageRecord } from '#contract/credit/usage.ts'
import type { Answers } from './answer.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const TOOLS = { id: 'mock-tools', name: 'AI 工具' }

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}

function recordOf(at: number): UsageRecord {
  return {
    ...{ id: `mock-charge-${at}`, state: 'charged', application: TOOLS.name, key: null },
    applicationUrl: 'https://tools.example.com/',
    ...{
      reason: '翻译 · 产品手册',
      usage: { characters: 1_500 },
      measured: [{ label: '字数', value: 1_500 }],
      held: 20,
      amount: 12,
    },
    ...{ owed: 0, reversed: 0, reversals: [], balanceAfter: 1_000 + at * 12, expiresAt: null },
    createdAt: new Date(Date.now() - at * DAY_MS).toISOString(),
  }
}

/** One application that charged 12 a day. */
export const usageAnswers: Answers<typeof usage> = {
  usageSummary: ({ first = dayBefore(29), last = dayBefore(0) }) => ({
    ...{ first, last, applications: [TOOLS], keys: [] },
    days: Array.from({ length: 10 }, (_, at) => ({
      ...{ day: dayBefore(at), applicationId: TOOLS.id, charged: 12, charges: 1, reversed: 0 },
    })).toReversed(),
    credit: { balance: 1_000, held: 0, available: 1_000, debt: 0, openHolds: 0 },
  }),
  usageRecords: () => ({ list: Array.from({ length: 10 }, (_, at) => recordOf(at)), next: null }),
  usageCsv: () => null,
}

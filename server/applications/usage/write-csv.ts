import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { UsageFilter, UsageRecord } from '#contract/credit/usage.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../lib/csv.ts'
import type { Deps } from '../../deps.ts'
import { timeText } from '../../lib/local-time.ts'
import { toSpendingFilter } from './filter.ts'
import { readAllRecords } from './list-records.ts'
import { defineLimits } from '../../http/limits/limit.ts'

const HOUR = 60 * 60

const usageLimits = defineLimits({
  /** CSV files by user. */
  usageCsv: { times: 30, seconds: HOUR },
})

/** Rows read at a time: some 500 KB. */
const PAGE = 1_000
const HEAD = [
  '时间',
  '工具',
  '密钥',
  '说明',
  '状态',
  '预留',
  '扣费',
  '退回',
  '欠额',
  '余额',
  '用量',
  '编号',
]
const STATES: Record<UsageRecord['state'], string> = {
  charged: '已扣费',
  open: '预留中',
  released: '未扣费',
  expired: '到期未扣费',
}

/** Sends all records of the filter as a file. Throws RATE_LIMITED. */
export async function sendUsageCsv(
  deps: Pick<Deps, 'sql' | 'now' | 'content' | 'limits'>,
  userId: string,
  asked: UsageFilter,
  reply: FastifyReply,
): Promise<null> {
  await deps.limits.consume(usageLimits.usageCsv, userId)
  const { first, last } = toSpendingFilter(deps, userId, asked)
  const pages = readAllRecords(deps, userId, asked, PAGE)
  // a database that does not answer is told in the envelope, not in the middle of a file
  const firstPage = await pages.next()
  const { timeZone } = deps.content.site
  async function* lines() {
    yield BYTE_ORDER_MARK + csvLine(HEAD)
    for (let page = firstPage; !page.done; page = await pages.next())
      yield page.value.map((record) => lineOf(record, timeZone)).join('')
  }
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="usage-${first}-${last}.csv"`)
  await reply.send(Readable.from(lines()))
  return null
}

function lineOf(record: UsageRecord, timeZone: string): string {
  const { key, measured } = record
  return csvLine([
    timeText(new Date(record.createdAt), timeZone),
    record.application,
    key && (key.name || key.hint),
    record.reason,
    STATES[record.state],
    record.held,
    record.amount,
    record.reversed,
    record.owed,
    record.balanceAfter,
    measured?.map(({ label, value }) => `${label}=${value}`).join('; ') ?? null,
    record.id,
  ])
}

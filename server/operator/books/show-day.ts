import { type FileHandle, open, rm } from 'node:fs/promises'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../csv.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'
import type { Query } from '../../db/sql.ts'
import { dayText } from '../../local-time.ts'
import { moneyText } from '../../money-text.ts'
import { diffProviderWithin } from '../../recharge/checks/diff-provider.ts'
import { defineCommand } from '../command.ts'
import { EXIT, Refusal } from '../exit.ts'
import { dayParameter } from '../moments.ts'
import { flag, optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { countText } from '../terminal/format.ts'
import { formatFacts, formatTable, joinSections } from '../terminal/table.ts'
import { DIFFERENCE_LABELS, ourSideText, theirSideText } from './compare-with-provider.ts'
import {
  type BooksOfDay,
  type CountedMoney,
  MONEY_LABELS,
  readBooksOfDay,
  spanOfDay,
} from './day.ts'
import { DAY_COLUMNS } from './day-columns.ts'
import { readMovements } from './day-movements.ts'
import type { MoneyKind, Span } from './day.store.ts'

export const showDayCommand = defineCommand({
  name: 'books day',
  summary: '日结：一天的收款、退款与争议，按币种合计，并与账本核对',
  notes: [
    '一天按商店的时区从 0 点到 24 点；退款与争议记在入账的那一天，退款未成功或争议胜诉而退回的记在退回的那一天。',
    '加 --csv 把每一笔写进文件（UTF-8，带 BOM，可以直接用表格软件打开），加 --compare 再与支付平台逐笔比较。',
    '与账本或支付平台不符时退出码为 3。',
  ],
  arguments: {},
  options: {
    day: dayParameter('哪一天，例如 2026-11-23，默认今天'),
    csv: optionalText('文件', '把这一天的每一笔写进这个文件；文件已存在时拒绝'),
    compare: flag('与支付平台比较这一天开始的付款'),
  },
  async run(operator, { day: given, csv, compare }) {
    const { sql, content, now } = operator
    const { timeZone } = content.site
    const day = given ?? dayText(now(), timeZone)
    const span = spanOfDay(day, { now: now(), timeZone })
    const file = csv === null ? null : operator.path(csv)
    const books = await (file === null
      ? withSnapshot(sql, (tx) => readBooksOfDay(tx, day, span))
      : performAction(operator, {
          work: () =>
            withNewFile(file, (handle) =>
              withSnapshot(sql, async (tx) => {
                await writeMovements(tx, handle, { span, timeZone })
                return readBooksOfDay(tx, day, span)
              }),
            ),
          toAuditResult: ({ sums }) => ({ file, sums }),
        }))
    const diff = compare ? await diffProviderWithin(await operator.deps(), span) : null
    const isWrong = books.credit.differing > 0 || (diff?.differences.length ?? 0) > 0
    return {
      data: { ...books, file, diff },
      text: joinSections(
        booksText(books),
        diff && (diff.differences.length === 0 ? diffText(diff.intents) : diffTable(diff)),
        file && `已写入 ${file}`,
      ),
      ...(isWrong && { exitCode: EXIT.faults }),
    }
  },
})

function booksText({ day, sums, methods, credit }: BooksOfDay): string {
  const counted = ({ count, amount }: CountedMoney, currency: string) =>
    count === 0 ? '' : `${moneyText(amount, currency)}（${countText(count)} 笔）`
  const kinds: readonly MoneyKind[] = [
    'payment',
    'refund',
    'refund_failed',
    'dispute',
    'dispute_won',
  ]
  const { due, booked, differing, examples } = credit
  return joinSections(
    sums.length === 0
      ? `${day} 没有收款，也没有退款`
      : formatTable(sums, [
          { title: day, of: ({ currency }) => currency.toUpperCase() },
          ...kinds.map((kind) => ({
            title: MONEY_LABELS[kind],
            of: (sum: BooksOfDay['sums'][number]) => counted(sum[kind], sum.currency),
            align: 'right' as const,
          })),
          { title: '净额', of: ({ net, currency }) => moneyText(net, currency), align: 'right' },
        ]),
    formatFacts([
      ...methods.map(
        (sum) => [`收款 ${methodText(sum.method)}`, counted(sum, sum.currency)] as const,
      ),
      [
        '与账本核对',
        differing === 0
          ? `一致：应到账 ${countText(due)} 积分，已到账 ${countText(booked)}`
          : `${countText(differing)} 笔订单不符：应到账 ${countText(due)} 积分，已到账 ${countText(booked)}（${examples.join('、')}）`,
      ],
    ]),
  )
}

/** The name of a method's type; null: it is not known. */
function methodText(method: string | null): string {
  const names: Readonly<Record<string, string>> = METHOD_NAMES
  return method === null ? '其他' : (names[method] ?? method)
}

function diffText(intents: number): string {
  return `与支付平台一致：比较了 ${countText(intents)} 笔付款`
}

function diffTable({ differences }: Awaited<ReturnType<typeof diffProviderWithin>>): string {
  return joinSections(
    `与支付平台有 ${differences.length} 处差异`,
    formatTable(differences, [
      { title: '差异', of: ({ kind }) => DIFFERENCE_LABELS[kind] },
      { title: '订单号', of: ({ orderNo, orderId }) => orderNo ?? orderId ?? '—' },
      { title: '支付意图', of: ({ intentId }) => intentId ?? '—' },
      { title: '我方', of: ourSideText },
      { title: '对方', of: theirSideText },
    ]),
  )
}

/** Creates the file; it is deleted again when the work fails, so that none is left half written. */
async function withNewFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new Refusal(`文件已存在：${path}`, { code: 'EXISTS' })
    throw new Refusal(`不能写入 ${path}：${error.message}`, { code: 'FILE' })
  })
  try {
    const result = await work(file)
    await file.close()
    return result
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}

async function writeMovements(
  tx: Query,
  file: FileHandle,
  { span, timeZone }: { span: Span; timeZone: string },
): Promise<void> {
  // from the start, for a transaction that is run again
  await file.truncate(0)
  let place = 0
  const write = async (text: string) => {
    place += (await file.write(text, place)).bytesWritten
  }
  await write(BYTE_ORDER_MARK + csvLine(DAY_COLUMNS.map(({ title }) => title)))
  for await (const page of readMovements(tx, span)) {
    const lines = page.map((row) => csvLine(DAY_COLUMNS.map(({ of }) => of(row, { timeZone }))))
    await write(lines.join(''))
  }
}

import { type FileHandle, open, rm } from 'node:fs/promises'
import { BYTE_ORDER_MARK, csvLine } from '../../lib/csv.ts'
import { withSnapshot } from '../../db/reads.ts'
import type { Query } from '../../db/sql.ts'
import { dayText } from '../../lib/local-time.ts'
import { diffProviderWithin } from '../../recharge/checks/diff-provider.ts'
import { defineCommand, jsonResult } from '../command.ts'
import { EXIT, Refusal } from '../exit.ts'
import { dayParameter } from '../moments.ts'
import { flag, optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { readBooksOfDay, spanOfDay } from './day.ts'
import { DAY_COLUMNS } from './day-columns.ts'
import {
  listMoneyMovements,
  type MoneyMovement,
  type MovementPlace,
  type Span,
} from './day.store.ts'

/** Rows of one statement. */
const PAGE = 1_000

export const showDayCommand = defineCommand({
  name: 'books day',
  summary: '日结的 JSON：一天的收款、退款与争议，按币种合计，并与账本核对',
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
      ...jsonResult({ ...books, file, diff }),
      ...(isWrong && { exitCode: EXIT.faults }),
    }
  },
})

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
  let after: MovementPlace | null = null
  for (;;) {
    const page: MoneyMovement[] = await listMoneyMovements(tx, span, { after, limit: PAGE })
    const lines = page.map((row) => csvLine(DAY_COLUMNS.map(({ of }) => of(row, { timeZone }))))
    await write(lines.join(''))
    after = page.at(-1) ?? null
    if (page.length < PAGE) return
  }
}

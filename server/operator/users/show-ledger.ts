import type { Query } from '../../db/sql.ts'
import { defineCommand } from '../command.ts'
import { wholeNumber } from '../parameters.ts'
import { countText } from '../terminal/format.ts'
import { joinSections } from '../terminal/table.ts'
import { requireUser, userLabel, userArgument } from './find-user.ts'
import { movementsTable } from './movements-table.ts'
import { listMovements, type Movement } from './movements.store.ts'

/** Rows of one statement. */
const PAGE = 5_000

export const showLedgerCommand = defineCommand({
  name: 'users ledger',
  summary: '列出用户的全部积分流水，新的在前',
  notes: ['每一笔都在：购买、使用、退款扣回、调整、到期。用户要完整的流水时，加 --json 存成文件。'],
  arguments: { user: userArgument },
  options: {
    limit: wholeNumber('条数', '最多列出多少条，默认全部', {
      min: 1,
      max: 1_000_000_000,
      absent: null,
    }),
  },
  async run({ sql, content }, { user: userRef, limit }) {
    const user = await requireUser({ sql }, userRef)
    const movements = await readAll(sql, user.id, limit ?? Infinity)
    return {
      data: movements,
      text: joinSections(
        `${userLabel(user)}，余额 ${countText(user.balance)}，${countText(movements.length)} 笔流水`,
        movements.length === 0 ? null : movementsTable(movements, content.site.timeZone),
      ),
    }
  },
})

async function readAll(sql: Query, userId: string, limit: number): Promise<Movement[]> {
  const all: Movement[] = []
  for (;;) {
    const page = Math.min(PAGE, limit - all.length)
    const before = all.at(-1)?.position ?? null
    const movements = await listMovements(sql, userId, { before, limit: page })
    for (const movement of movements) all.push(movement)
    if (movements.length < PAGE || all.length >= limit) return all
  }
}

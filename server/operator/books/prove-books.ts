import type { LedgerFault } from '../../credit/proof/ledger-findings.ts'
import { proveLedger } from '../../credit/proof/prove-ledger.ts'
import { listDueGrants } from '../../recharge/orders/due-grants.store.ts'
import { listWrongStocks } from '../../recharge/checks/plan-stocks.store.ts'
import { defineCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { flag } from '../parameters.ts'
import { countText } from '../../lib/money-text.ts'
import { joinSections } from '../report.ts'

const MOST_SHOWN = 100

const RULES: Readonly<Record<LedgerFault['rule'], string>> = {
  'balance = sum of entries': '余额 = 流水之和',
  'balance = sum of lots': '余额 = 各批所余之和',
  'entries counted': '流水笔数',
  'entries as they were proven before': '流水与上次核对时相同',
  'each entry follows the one before': '每笔接着上一笔',
  'lot = sum of its entries': '一批的所余 = 它的流水之和',
  'a paid order is credited once': '已支付的订单入账一次',
  'a welcome is granted once': '新用户体验入账一次',
  'no more is taken back than was given': '扣回不多于给出',
  'held = sum of open holds and reserves': '预留 = 任务与退款的预留之和',
  'charge = sum of its entries': '扣费 = 它的流水之和',
  'reversed = sum of reversals': '已退回 = 退回之和',
  'charges = usage of the days': '扣费之和 = 每日用量之和',
}

export const proveBooksCommand = defineCommand({
  name: 'ledger prove',
  summary: '核对账本：流水之和 = 余额 = 各批积分所余之和，预留与扣费也逐笔核对',
  notes: [
    '不改动账目；有不符时退出码为 3。服务每晚也会自己核对一次。限量套餐预留与售出的份数也与订单核对。',
    '核对无误的流水会记下位置，30 天内不再重读；加 --full 从第一笔起全部重读，并与上次核对时比较。',
  ],
  arguments: {},
  options: { full: flag('从第一笔流水起全部重读') },
  async run({ sql, now }, { full: isFull }) {
    const proof = await proveLedger({ sql, now }, listDueGrants, { isFull })
    const stocks = await listWrongStocks(sql)
    const { isProven: isLedgerProven, accounts, entries, read, totals, faults, unread } = proof
    const data = { ...proof, stocks }
    const isProven = isLedgerProven && stocks.length === 0
    const scope = `${countText(accounts)} 个账户，${countText(entries)} 笔流水，这次读了 ${countText(read)} 笔`
    const sums = `余额共 ${countText(totals.balance)}，其中预留 ${countText(totals.held)}；应用扣费共 ${countText(totals.charged)}，退回 ${countText(totals.reversed)}；送给新用户共 ${countText(totals.welcomed)}`
    if (isProven) return { data, text: `账本无误：${scope}\n${sums}` }
    const lines = faults
      .slice(0, MOST_SHOWN)
      .map(
        ({ userId, rule, subject, expected, found }) =>
          `\n用户 ${userId}，${RULES[rule]}，${subject ?? '账户'}：应为 ${countText(expected)}，实为 ${countText(found)}`,
      )
    return {
      data,
      text: joinSections(
        faults.length > 0 ? `账本有 ${faults.length} 处不符（${scope}）：${lines.join('')}` : null,
        unread.length > 0
          ? `${unread.length} 个用户的账没有读成，其余的已经核对（${scope}）：${unread
              .slice(0, MOST_SHOWN)
              .map(({ userId, reason }) => `\n${userId}  ${reason}`)
              .join('')}`
          : null,
        stocks.length > 0
          ? `套餐的库存有 ${stocks.length} 处与订单不符：${stocks
              .map(
                ({ planId, counter, expected, found }) =>
                  `\n${planId}  ${counter === 'held' ? '预留' : '售出'}应为 ${expected}，实为 ${found}`,
              )
              .join('')}`
          : null,
        faults.length > MOST_SHOWN ? `只列出前 ${MOST_SHOWN} 处，全部请加 --json` : null,
      ),
      exitCode: EXIT.faults,
    }
  },
})

import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { changeText, countText, timeText } from '../terminal/format.ts'
import { formatTable } from '../terminal/table.ts'
import { ACTOR_LABELS } from '../labels.ts'
import type { Movement } from './movements.store.ts'

export function movementsTable(movements: readonly Movement[], timeZone: string): string {
  return formatTable(movements, [
    { title: '序号', of: ({ position }) => String(position), align: 'right' },
    { title: '时间', of: ({ createdAt }) => timeText(createdAt, timeZone) },
    { title: '类型', of: ({ type }) => CREDIT_ENTRY_LABELS[type] },
    { title: '积分', of: ({ delta }) => changeText(delta), align: 'right' },
    { title: '余额', of: ({ balanceAfter }) => countText(balanceAfter), align: 'right' },
    { title: '订单号', of: ({ orderNo }) => orderNo ?? '' },
    { title: '经手', of: ({ actor, application }) => application ?? ACTOR_LABELS[actor] },
    { title: '说明', of: ({ reason }) => reason ?? '' },
  ])
}

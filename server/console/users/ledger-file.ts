import { listUserLedger } from '#contract/console/users.ts'
import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { countEntries } from '../../credit/ledger.store.ts'
import { plainDigits } from '../../lib/csv.ts'
import { timeText } from '../../lib/local-time.ts'
import { ACTOR_LABELS } from '../../operator/labels.ts'
import { listMovements, type Movement } from '../../operator/users/movements.store.ts'
import { exportedList, type PagePart } from '../exports/exported-list.ts'
import { filterFields } from '../exports/filter-fields.ts'
import { requireConsoleUser } from './require-user.ts'

export const ledgerFile = exportedList({
  title: '积分流水',
  input: () => filterFields(listUserLedger.input),
  personal: ['user'],
  async toFilter(tx, { user }) {
    const { id } = await requireConsoleUser(tx, user)
    return { userId: id }
  },
  subject: ({ userId }) => userId,
  count: (tx, { userId }) => countEntries(tx, { userId, type: null }),
  page: (tx, { userId }, { after, limit }: PagePart<Movement>) =>
    listMovements(tx, userId, { before: after?.position ?? null, limit }),
  columns: [
    { title: '序号', of: ({ position }) => position },
    { title: '时间', of: ({ createdAt }, { timeZone }) => timeText(createdAt, timeZone) },
    { title: '事由', of: ({ type }) => CREDIT_ENTRY_LABELS[type] },
    { title: '变动', of: ({ delta }) => delta },
    { title: '余额', of: ({ balanceAfter }) => balanceAfter },
    { title: '订单号', of: ({ orderNo }) => orderNo && plainDigits(orderNo) },
    { title: '谁', of: ({ actor, application }) => application ?? ACTOR_LABELS[actor] },
    { title: '原因', of: ({ reason }) => reason },
  ],
})

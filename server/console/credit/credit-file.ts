import { listCreditLedger } from '#contract/console/credit.ts'
import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { plainDigits } from '../../lib/csv.ts'
import { timeText } from '../../lib/local-time.ts'
import { ACTOR_LABELS } from '../../operator/labels.ts'
import { CLOSED_ACCOUNT_LABEL } from '../../operator/users/find-user.ts'
import { exportedList, type PagePart } from '../exports/exported-list.ts'
import { filterFields } from '../exports/filter-fields.ts'
import type { FoundEntry } from './ledger-search.store.ts'
import { countSelectedEntries, listSelectedEntries, selectEntries } from './select-entries.ts'

export const creditFile = exportedList({
  title: '全部积分流水',
  input: () => filterFields(listCreditLedger.input),
  personal: ['user'],
  toFilter: selectEntries,
  subject: (selection) => (selection.by === 'user' ? selection.of.userId : null),
  count: countSelectedEntries,
  page: (tx, selection, { after, limit }: PagePart<FoundEntry>) =>
    listSelectedEntries(tx, selection, { before: after, limit }),
  columns: [
    { title: '时间', of: ({ createdAt }, { timeZone }) => timeText(createdAt, timeZone) },
    { title: '用户', of: ({ email }) => email ?? CLOSED_ACCOUNT_LABEL },
    { title: '昵称', of: ({ nickname }) => nickname },
    { title: '序号', of: ({ position }) => position },
    { title: '事由', of: ({ type }) => CREDIT_ENTRY_LABELS[type] },
    { title: '变动', of: ({ delta }) => delta },
    { title: '余额', of: ({ balanceAfter }) => balanceAfter },
    { title: '订单号', of: ({ orderNo }) => orderNo && plainDigits(orderNo) },
    { title: '谁', of: ({ actor, application }) => application ?? ACTOR_LABELS[actor] },
    { title: '原因', of: ({ reason }) => reason },
    { title: '扣费编号', of: ({ chargeId }) => chargeId },
    { title: '用户编号', of: ({ userId }) => userId },
  ],
})

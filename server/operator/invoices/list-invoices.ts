import { INVOICE_STATE_LABELS, INVOICE_STATES } from '#contract/invoices/invoice-fields.ts'
import { moneyText } from '../../money-text.ts'
import { defineCommand } from '../command.ts'
import { flag, oneOfWords, optionalText, wholeNumber } from '../parameters.ts'
import { timeText } from '../terminal/format.ts'
import { formatTable } from '../terminal/table.ts'
import { CLOSED_ACCOUNT_LABEL } from '../users/find-user.ts'
import { findUser } from '../users/users-search.store.ts'
import { listInvoices } from './invoices-search.store.ts'

export const listInvoicesCommand = defineCommand({
  name: 'invoices list',
  summary: '列出发票，最近申请的在前',
  arguments: {},
  options: {
    state: oneOfWords(INVOICE_STATES, '只看这种状态'),
    open: flag('只看要处理的，等得最久的在前'),
    user: optionalText('用户', '邮箱或用户 ID'),
    q: optionalText('内容', '抬头的一部分、税号或发票号码'),
    limit: wholeNumber('条数', '默认 20', { min: 1, max: 500, absent: 20 }),
  },
  async run({ sql, content }, { state, open, user: userRef, q, limit }) {
    const user = userRef === null ? null : await findUser(sql, userRef.toLowerCase())
    const filter = { state, isOpen: open, text: q, fromId: null, untilId: null }
    const invoices =
      userRef !== null && user === null
        ? []
        : await listInvoices(sql, { ...filter, userId: user?.id ?? null }, { before: null, limit })
    const { timeZone } = content.site
    const text = formatTable(invoices, [
      { title: 'ID', of: ({ id }) => id },
      { title: '状态', of: (invoice) => INVOICE_STATE_LABELS[invoice.state] },
      { title: '抬头', of: ({ name }) => name },
      { title: '税号', of: ({ taxNumber }) => taxNumber ?? '' },
      {
        title: '金额',
        of: ({ amount, currency }) => moneyText(amount, currency),
        align: 'right',
      },
      { title: '用户', of: ({ userEmail }) => userEmail ?? CLOSED_ACCOUNT_LABEL },
      { title: '号码', of: ({ number }) => number ?? '' },
      { title: '申请', of: ({ requestedAt }) => timeText(requestedAt, timeZone) },
    ])
    return { data: invoices, text: invoices.length === 0 ? '没有符合条件的发票' : text }
  },
})

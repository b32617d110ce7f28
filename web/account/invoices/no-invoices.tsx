import { INVOICE_STATE_LABELS, type InvoiceState } from '#contract/invoices/invoice-fields.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { invoicesHref } from './invoice-query.ts'

interface NoInvoicesProps {
  state: InvoiceState | undefined
  /** The page number is past the last page. */
  isPastEnd: boolean
}

/** Why the list is empty, with a link on. */
export function NoInvoices({ state, isPastEnd }: NoInvoicesProps) {
  if (isPastEnd)
    return (
      <Empty
        heading="h2"
        title="这一页没有发票"
        action={<ButtonLink to={invoicesHref({ state })}>回到第一页</ButtonLink>}
      >
        发票没有这么多页。
      </Empty>
    )
  if (state !== undefined)
    return (
      <Empty
        heading="h2"
        title={`没有${INVOICE_STATE_LABELS[state]}的发票`}
        action={<ButtonLink to={invoicesHref()}>查看全部发票</ButtonLink>}
      >
        换一个状态看看。
      </Empty>
    )
  return (
    <Empty
      heading="h2"
      title="还没有发票"
      action={<ButtonLink to="/account/orders">查看我的订单</ButtonLink>}
    >
      支付过的订单都可以申请，几笔合开一张也行。
    </Empty>
  )
}

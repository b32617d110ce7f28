import type { ReactNode } from 'react'
import { TITLE_KIND_LABELS } from '#contract/invoices/invoice-fields.ts'
import type { Invoice } from '#contract/invoices/invoice-shapes.ts'
import { href, searchOf } from '../../lib/href.ts'
import { Link } from '../../lib/router/link.tsx'
import { Button } from '../../ui/action/button.tsx'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { Money } from '../../ui/display/money.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { invoiceEvents } from './invoice-events.tsx'
import { newRequestHref } from './invoice-query.ts'
import { invoiceFile, invoiceList } from '#contract/invoices/invoices.ts'
import { call } from '../../lib/call/call.ts'
import { saveFrom } from '../../lib/save-file.ts'
import { pageData } from '../../lib/site.ts'
import { useAction } from '../../ui/action/use-action.ts'

interface InvoiceDetailsProps {
  invoice: Invoice
  onWithdraw: () => void
}

/** Title, orders and history of an invoice, and what can be done with it. */
export function InvoiceDetails({ invoice, onWithdraw }: InvoiceDetailsProps) {
  const { id, state, kind, name, taxNumber, email, number, files, orders } = invoice
  return (
    <div className="record-more">
      <Part title="抬头">
        <dl className="facts">
          <Fact name="类型">{TITLE_KIND_LABELS[kind]}</Fact>
          <Fact name="抬头">{name}</Fact>
          {taxNumber !== null && (
            <Fact name="税号">
              <CopyButton text={taxNumber} what="税号" />
            </Fact>
          )}
          <Fact name="邮箱">{email}</Fact>
          {number !== null && (
            <Fact name="发票号码">
              <CopyButton text={number} what="发票号码" />
            </Fact>
          )}
        </dl>
      </Part>
      <Part title={`订单（${orders.length} 笔）`}>
        <ul className="invoice-orders">
          {orders.map((order) => (
            <li key={order.id}>
              <span>
                {order.planName} × {order.num}
                <Link to={href('/account/order', { id: order.id })}>{order.orderNo}</Link>
              </span>
              <Money amount={order.amount} currency={invoice.currency} />
            </li>
          ))}
        </ul>
      </Part>
      <Part title="进度">
        <Timeline events={invoiceEvents(invoice)} />
      </Part>
      <div className="invoice-actions">
        {files.includes('invoice') && (
          <DownloadButton id={id} file="invoice" kind={state === 'issued' ? 'primary' : undefined}>
            下载发票
          </DownloadButton>
        )}
        {files.includes('reversal') && (
          <DownloadButton id={id} file="reversal">
            下载红字发票
          </DownloadButton>
        )}
        {state === 'requested' && (
          <Button size="small" kind="danger" onClick={onWithdraw}>
            撤回申请
          </Button>
        )}
        {MAY_ASK_AGAIN.has(state) && (
          <Link className="more" to={newRequestHref(orders[0]?.id)}>
            重新申请
          </Link>
        )}
      </div>
    </div>
  )
}

/** Their orders are free for another invoice, as far as money is left of them. */
const MAY_ASK_AGAIN: ReadonlySet<Invoice['state']> = new Set(['rejected', 'withdrawn', 'reversed'])

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      {children}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface DownloadButtonProps {
  id: string
  file: 'invoice' | 'reversal'
  kind?: 'primary' | undefined
  children: ReactNode
}

/** Downloads a PDF. */
function DownloadButton({ id, file, kind, children }: DownloadButtonProps) {
  const { isBusy, run } = useAction(async () => {
    // a refusal is shown as that of any other call, not as a broken file
    await call(invoiceList, { page: 1, pageSize: 1 })
    saveFrom(pageData().site.apiBase + invoiceFile.path + searchOf({ id, file }))
  })
  return (
    <Button size="small" icon="save" isBusy={isBusy} onClick={run} {...(kind && { kind })}>
      {children}
    </Button>
  )
}

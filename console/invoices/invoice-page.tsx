import { readConsoleInvoice } from '#contract/console/invoices.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { MessageScreen } from '../frame/message-screen.tsx'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { BackToList } from '../list/back-to-list.tsx'
import { InvoiceFiles } from './invoice-files.tsx'
import { InvoiceHead } from './invoice-head.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import { InvoiceOrders } from './invoice-orders.tsx'
import { InvoiceTitlePanel } from './invoice-title-panel.tsx'
import { useWaitingInvoices } from './waiting-invoices.tsx'

/** One invoice, which the address names. */
export function InvoicePage() {
  const { invoice = '' } = useQuery()
  return <OneInvoice key={invoice} invoiceRef={invoice} />
}

function OneInvoice({ invoiceRef }: { invoiceRef: string }) {
  const waiting = useWaitingInvoices()
  const load = useLoad('invoice', (signal) =>
    callConsole(readConsoleInvoice, { invoice: invoiceRef }, { signal, isQuiet: true }),
  )
  const actions = useActionDialog(() => {
    load.reload()
    waiting.reload()
  })
  useTitle(`发票 ${load.data?.name ?? invoiceRef}`)

  // 400: the address names none
  if (load.error?.status === 404 || load.error?.status === 400)
    return (
      <MessageScreen
        title="没有这张发票"
        actions={<ButtonLink to={consoleHref('/invoices')}>看全部发票</ButtonLink>}
      >
        {invoiceRef === '' ? '地址里没有发票编号。' : `没有 ${invoiceRef}，请检查是否完整。`}
      </MessageScreen>
    )
  return (
    <>
      <BackToList path="/invoices" label="发票" />
      <Loaded load={load} what="发票" lines={12}>
        {(invoice) => (
          <>
            <InvoiceHead invoice={invoice} actions={actions} />
            <div className="columns">
              <div>
                <InvoiceTitlePanel invoice={invoice} />
                <InvoiceOrders invoice={invoice} />
              </div>
              <div>
                <InvoiceHistory history={invoice.history} />
                <InvoiceFiles invoice={invoice} />
              </div>
            </div>
          </>
        )}
      </Loaded>
      {actions.dialog}
    </>
  )
}

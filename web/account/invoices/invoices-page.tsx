import { useState, useEffect, useRef } from 'react'
import type { Invoice } from '#contract/invoices/invoice-shapes.ts'
import { invoiceList, withdrawInvoice } from '#contract/invoices/invoices.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import type { PageProps } from '../../lib/page/page-module.ts'
import { useNavigate } from '../../lib/router/contexts.ts'
import { useSite } from '../../lib/site.ts'
import { toast } from '../../lib/toast.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { Pagination } from '../../ui/table/pagination.tsx'
import { InvoiceRows } from './invoice-rows.tsx'
import { StateTabs } from '../../ui/table/tabs.tsx'
import { type InvoiceQuery, invoiceQueryOf, invoicesHref, newRequestHref } from './invoice-query.ts'
import { formatMoney } from '../../lib/format/money.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { RequestProps } from './request-card.tsx'
import { INVOICE_STATE_LABELS, type InvoiceState } from '#contract/invoices/invoice-fields.ts'

const PAGE_SIZE = 10

/** In the order of how often they are needed. */
const STATES: readonly InvoiceState[] = [
  'requested',
  'issued',
  'rejected',
  'reversal_due',
  'reversed',
  'withdrawn',
]

/** The customer's invoices, and the form that asks for one. */
export default function InvoicesPage({ query }: PageProps) {
  const { invoices } = useSite()
  return invoices ? <Invoices asked={invoiceQueryOf(query)} note={invoices.note} /> : <NotOffered />
}

function Invoices({ asked, note }: { asked: InvoiceQuery; note: string }) {
  const { state, page, isAsking, order } = asked
  const navigate = useNavigate()
  const [requested, setRequested] = useState<Invoice>()
  const [toWithdraw, setToWithdraw] = useState<Invoice>()
  const load = useLoad(invoicesHref({ state, page }), (signal) =>
    call(
      invoiceList,
      { page, pageSize: PAGE_SIZE, ...(state && { state }) },
      { signal, isQuiet: true },
    ),
  )
  // the data kept while another list loads or fails belong to the former one
  const count = load.isLoading || load.error ? undefined : load.data?.total

  function finishRequest(invoice: Invoice) {
    setRequested(invoice)
    void navigate(invoicesHref(), { replace: true })
    load.reload()
  }

  async function withdraw({ id }: Invoice) {
    try {
      await call(withdrawInvoice, { id })
      toast('申请已撤回')
    } catch (error) {
      // answered meanwhile, as the toast says: the list shows how
      if (!(error instanceof CallError) || error.code !== 'INVOICE_STATE') throw error
    }
    load.reload()
  }

  return (
    <>
      <PageHead lead={note}>
        {!isAsking && (
          <ButtonLink kind="primary" size="small" icon="plus" to={newRequestHref()}>
            申请发票
          </ButtonLink>
        )}
      </PageHead>
      {isAsking ? (
        <RequestSection key={order} order={order} onDone={finishRequest} onStale={load.reload} />
      ) : (
        requested && <RequestDone invoice={requested} />
      )}
      {/* nothing to filter before the first invoice */}
      {(state !== undefined || count !== 0) && (
        <StateTabs
          states={STATES}
          labels={INVOICE_STATE_LABELS}
          state={state}
          count={count}
          to={(each) => invoicesHref({ state: each })}
        />
      )}
      <section className="card invoice-list" aria-labelledby="invoices" aria-busy={load.isLoading}>
        <h2 id="invoices" className="unseen">
          我的发票
        </h2>
        <Loaded load={load} what="发票" lines={6}>
          {({ list, total }) =>
            list.length === 0 ? (
              <NoInvoices state={state} isPastEnd={total > 0} />
            ) : (
              <InvoiceRows
                invoices={list}
                opened={asked.invoice ?? requested?.id}
                onWithdraw={setToWithdraw}
              />
            )
          }
        </Loaded>
      </section>
      {load.data && !load.error && (
        <Pagination
          page={page}
          pageSize={PAGE_SIZE}
          total={load.data.total}
          to={(other) => invoicesHref({ state, page: other })}
        />
      )}
      <WithdrawDialog
        invoice={toWithdraw}
        onClose={() => setToWithdraw(undefined)}
        onConfirm={withdraw}
      />
    </>
  )
}

function NotOffered() {
  return (
    <>
      <PageHead />
      <section className="card">
        <Empty
          heading="h2"
          title="暂不提供在线开票"
          action={<ButtonLink to="/account/orders">查看我的订单</ButtonLink>}
        >
          可在订单详情中打印收据。
        </Empty>
      </section>
    </>
  )
}

/** Says that the request was received; it takes the focus that the form had. */
function RequestDone({ invoice: { amount, currency, email } }: { invoice: Invoice }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} className="request-done" tabIndex={-1}>
      <Notice kind="good" role="status">
        申请已提交，金额 {formatMoney(amount, currency)}。开具后邮件发送到 {email}。
      </Notice>
    </div>
  )
}

interface WithdrawDialogProps {
  /** Undefined: closed. */
  invoice: Invoice | undefined
  onClose: () => void
  onConfirm: (invoice: Invoice) => Promise<void>
}

/** Asks before a request is taken back. */
function WithdrawDialog({ invoice, onClose, onConfirm }: WithdrawDialogProps) {
  return (
    <ConfirmDialog
      isOpen={invoice !== undefined}
      onClose={onClose}
      title="撤回申请？"
      confirmLabel="撤回申请"
      onConfirm={async () => {
        if (invoice) await onConfirm(invoice)
      }}
    >
      <p>撤回后不再开具，其中的订单可以重新申请。</p>
    </ConfirmDialog>
  )
}

type Card = typeof import('./request-card.tsx')

/** The form for a new invoice; its script is loaded when it is opened. */
function RequestSection(props: RequestProps) {
  const [card, setCard] = useState<Card>()

  useEffect(() => {
    loadChunk(() => import('./request-card.tsx')).then(
      (loaded) => setCard(loaded),
      () => toast('申请表加载失败，请刷新页面', 'bad'),
    )
  }, [])

  return card ? (
    <card.RequestCard {...props} />
  ) : (
    <section className="card invoice-request" aria-busy aria-label="申请发票">
      <Skeleton lines={8} />
    </section>
  )
}

interface NoInvoicesProps {
  state: InvoiceState | undefined
  /** The page number is past the last page. */
  isPastEnd: boolean
}

/** Why the list is empty, with a link on. */
function NoInvoices({ state, isPastEnd }: NoInvoicesProps) {
  if (isPastEnd)
    return (
      <Empty
        heading="h2"
        title="这一页没有发票"
        action={<ButtonLink to={invoicesHref({ state })}>回到第一页</ButtonLink>}
      >
        没有更多发票。
      </Empty>
    )
  if (state !== undefined)
    return (
      <Empty
        heading="h2"
        title={`没有${INVOICE_STATE_LABELS[state]}的发票`}
        action={<ButtonLink to={invoicesHref()}>查看全部发票</ButtonLink>}
      >
        请选择其他状态。
      </Empty>
    )
  return (
    <Empty
      heading="h2"
      title="还没有发票"
      drawing="file"
      action={<ButtonLink to="/account/orders">查看我的订单</ButtonLink>}
    >
      已支付的订单均可申请，支持多笔合开一张。
    </Empty>
  )
}

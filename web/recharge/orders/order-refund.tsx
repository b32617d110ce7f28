import { useState } from 'react'
import type { RefundRequest } from '#contract/recharge/refund-request.ts'
import * as refundRequests from '#contract/recharge/refund-requests.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Order } from '#contract/shapes.ts'
import * as z from 'zod/mini'
import { call } from '../../lib/call/call.ts'
import { formatDayTime } from '../../lib/format/day-time.ts'
import { formatMoney } from '../../lib/format/money.ts'
import { Link } from '../../lib/router/link.tsx'
import { useSite } from '../../lib/site.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/action/button.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { ConfirmDialog, Dialog } from '../../ui/overlay/dialog.tsx'

type RefundView = OutputOf<typeof refundRequests.refundOffer>

const requestForm = z.object({
  reason: z.string().check(z.maxLength(200, '原因最多 200 个字符')),
})

/** What a refund of the order would pay, the request for one, and what became of it. Renders nothing while it loads. */
export function OrderRefund({
  order: { id: orderId, refundedAmount, currency },
}: {
  order: Order
}) {
  const { creditUnit } = useSite()
  const load = useLoad(`${orderId} ${refundedAmount}`, (signal) =>
    call(refundRequests.refundOffer, { orderId }, { signal, isQuiet: true }),
  )
  const [step, setStep] = useState<'closed' | 'asking' | 'withdrawing'>('closed')
  const close = () => setStep('closed')

  if (!load.data) return null
  const { offer, request } = load.data
  if (!offer && !request) return null
  const isOpen = request?.state === 'open'
  const amount = formatMoney(offer?.amount ?? 0, currency)

  function show(view: RefundView, words: string) {
    load.replace(view)
    close()
    toast(words)
  }

  return (
    <section className="card no-print" aria-labelledby="order-refund">
      <div className="card-head">
        <h2 id="order-refund">退款</h2>
      </div>
      {request && <RequestState request={request} currency={currency} />}
      {offer && (
        <p className="soft">
          <OfferSentence offer={offer} amount={amount} isAsked={isOpen} />
          算法见<Link to="/refund">退款规则</Link>。
        </p>
      )}
      <div className="side-actions">
        {isOpen && (
          <Button size="small" onClick={() => setStep('withdrawing')}>
            撤回申请
          </Button>
        )}
        {!isOpen && offer !== null && offer.amount > 0 && (
          <Button size="small" onClick={() => setStep('asking')}>
            申请退款
          </Button>
        )}
      </div>
      <Dialog isOpen={step === 'asking'} onClose={close} title="申请退款">
        <p>
          按目前未使用的{creditUnit}可退 <b>{amount}</b>，以处理时为准。请勿继续使用，以免金额减少。
        </p>
        <Form
          schema={requestForm}
          onSubmit={async ({ reason }) => {
            const asked = { orderId, reason }
            show(
              await call(refundRequests.requestRefund, asked, { isQuiet: true }),
              '退款申请已提交',
            )
          }}
        >
          <Field name="reason" label="原因（选填）" autoComplete="off" maxLength={200} />
          <SubmitButton>提交申请</SubmitButton>
          <Button isWide onClick={close}>
            取消
          </Button>
        </Form>
      </Dialog>
      <ConfirmDialog
        isOpen={step === 'withdrawing'}
        onClose={close}
        title="撤回退款申请？"
        confirmLabel="撤回申请"
        onConfirm={async () =>
          show(await call(refundRequests.withdrawRefundRequest, { orderId }), '退款申请已撤回')
        }
      >
        <p>撤回后不再处理；符合退款规则时可重新申请。</p>
      </ConfirmDialog>
    </section>
  )
}

interface OfferSentenceProps {
  offer: NonNullable<RefundView['offer']>
  amount: string
  /** Whether a request is open already. */
  isAsked: boolean
}

function OfferSentence({
  offer: { rule, amount: sum, until },
  amount,
  isAsked,
}: OfferSentenceProps) {
  const { creditUnit, timeZone } = useSite()
  if (rule === 'too late') return '付款已超过 7 天，不再支持退款。'
  if (sum === 0) return `没有可退的${creditUnit}。`
  const end = rule === 'unused share' && until !== null && !isAsked
  return (
    <>
      目前可退 <b>{amount}</b>，原路退回
      {end && `，${formatDayTime(until, timeZone).replaceAll('-', '\u2011')} 前可申请`}。
    </>
  )
}

/** When it was asked for, and the answer. */
function RequestState({ request, currency }: { request: RefundRequest; currency: string }) {
  const { timeZone } = useSite()
  const { state, askedAt, endedAt, refunded, reason, answer } = request
  const when = (iso: string) => formatDayTime(iso, timeZone)
  const end = endedAt === null ? '' : when(endedAt)
  return (
    <>
      <p>
        {when(askedAt)} 申请退款{reason !== null && `，原因：${reason}`}。
      </p>
      <p role="status">
        {state === 'open' && '正在等待处理，结果会邮件通知您。'}
        {state === 'withdrawn' && `${end} 已撤回。`}
        {state === 'accepted' && `${end} 已同意，退款 ${formatMoney(refunded ?? 0, currency)}。`}
        {state === 'refused' && `${end} 未通过${answer === null ? '' : `，原因：${answer}`}。`}
      </p>
    </>
  )
}

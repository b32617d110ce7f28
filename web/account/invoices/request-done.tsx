import { useEffect, useRef } from 'react'
import type { Invoice } from '#contract/invoices/invoice-shapes.ts'
import { formatMoney } from '../../lib/format/money.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Says that the request was received; it takes the focus that the form had. */
export function RequestDone({ invoice: { amount, currency, email } }: { invoice: Invoice }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} className="request-done" tabIndex={-1}>
      <Notice kind="good" role="status">
        申请已提交，金额 {formatMoney(amount, currency)}。开好后会发邮件到 {email}。
      </Notice>
    </div>
  )
}

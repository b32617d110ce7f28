/** What mails are about, by their keys; those of `receipt-mail.ts`, `reversal-mails.ts` and `invoice-mails.ts`. */
const TITLES: readonly (readonly [key: RegExp, title: string])[] = [
  [/^order:[^:]+:paid$/, '付款收据'],
  [/^order:[^:]+:paid:/, '付款收据（重发）'],
  [/^refund:[^:]+$/, '退款通知'],
  [/^refund:[^:]+:failed$/, '退款未成功'],
  [/^refund-request:/, '退款申请未通过'],
  [/^dispute:[^:]+:open$/, '付款有争议'],
  [/^dispute:[^:]+:won$/, '争议已结束，积分已恢复'],
  [/^dispute:[^:]+:lost$/, '争议已结束，款项退回持卡人'],
  [/^invoice:/, '发票通知'],
]

/** Also when the content is gone; null for a mail whose key does not say, or that has none. */
export function mailTitle(key: string | null): string | null {
  if (key === null) return null
  return TITLES.find(([pattern]) => pattern.test(key))?.[1] ?? null
}

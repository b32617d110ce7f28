import type { CreditEntryType } from '../shapes.ts'

/** Chinese labels of ledger entries, for customers and operators. */
export const CREDIT_ENTRY_LABELS: Record<CreditEntryType, string> = {
  purchase: '购买',
  bonus: '赠送',
  consume: '使用',
  consume_reversal: '使用退回',
  refund_clawback: '退款扣回',
  dispute_hold: '争议冻结',
  dispute_release: '争议解冻',
  adjust: '调整',
  welcome: '新用户体验',
  expire: '到期',
}

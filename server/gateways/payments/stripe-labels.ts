const STATUS_LABELS: Readonly<Record<string, string>> = {
  requires_payment_method: '等待付款方式',
  requires_confirmation: '等待确认',
  requires_action: '等待买家验证',
  requires_capture: '等待扣款',
  processing: '处理中',
  succeeded: '已收款',
  canceled: '已取消',
}

/** What the operator reads for the status of an intent; null for a text that is none. */
export function intentStatusLabel(status: string): string | null {
  return STATUS_LABELS[status] ?? null
}

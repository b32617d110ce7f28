/** The formats of Stripe's keys and secrets; a restricted key (`rk_`) serves as a secret key. */
export const STRIPE_KEY_FORMATS = {
  secretKey: /^(sk|rk)_(test|live)_./,
  publishableKey: /^pk_(test|live)_./,
  webhookSecret: /^whsec_./,
} as const

/** Whether a secret or publishable key moves real money. */
export function isLiveKey(key: string): boolean {
  return /^.k_live_/.test(key)
}

/** Keys for the sandbox in Stripe's format; `derive` gives random text that is always the same for its purpose. */
export function createSandboxKeys(derive: (purpose: string) => string) {
  return {
    secretKey: `sk_test_${derive('secret key')}`,
    publishableKey: `pk_test_${derive('publishable key')}`,
    webhookSecret: `whsec_${derive('webhook secret')}`,
  }
}

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

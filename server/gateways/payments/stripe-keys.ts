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

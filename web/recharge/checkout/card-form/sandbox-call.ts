import * as z from 'zod/mini'
import type { Expiry } from './expiry.ts'

export interface SandboxAccess {
  /** Origin, without a trailing slash. */
  url: string
  publishableKey: string
}

export interface TypedCard {
  number: string
  expiry: Expiry
  cvc: string
}

/** Sentences by field. */
export type CardFaults = Partial<Record<'number' | 'expiry' | 'cvc', string>>

/** Exactly one of them is there. */
export interface SandboxAnswer {
  id?: string
  faults?: CardFaults
  error?: string
}

const TIMEOUT_MS = 10_000

const answerShape = z.object({
  id: z.optional(z.string()),
  error: z.optional(z.object({ code: z.optional(z.string()) })),
})

/** The sandbox's codes are Stripe's. */
const FAULTS: Record<string, CardFaults> = {
  invalid_number: { number: '卡号不正确，请核对' },
  incorrect_number: { number: '卡号不正确，请核对' },
  invalid_expiry_month: { expiry: '有效期不正确，请核对' },
  invalid_expiry_year: { expiry: '有效期不正确，请核对' },
  expired_card: { expiry: '这张卡已经过期' },
  incomplete_cvc: { cvc: '请输入安全码' },
  invalid_cvc: { cvc: '安全码不正确，请核对' },
  incorrect_cvc: { cvc: '安全码不正确，请核对' },
  card_declined: { number: '测试模式只收测试卡号，请勿输入真实的银行卡' },
}

/** Turns a typed card into a payment method of the sandbox. */
export async function createSandboxMethod(
  { url, publishableKey }: SandboxAccess,
  { number, expiry, cvc }: TypedCard,
): Promise<SandboxAnswer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(`${url}/v1/payment_methods`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams({
        type: 'card',
        'card[number]': number,
        'card[exp_month]': String(expiry.month),
        'card[exp_year]': String(expiry.year),
        'card[cvc]': cvc,
      }),
      credentials: 'omit',
      signal: timeout,
    })
    const { id, error } = answerShape.parse(await response.json())
    if (response.ok && id !== undefined) return { id }
    const faults = FAULTS[error?.code ?? '']
    return faults ? { faults } : { error: '测试支付服务未接受这张卡，请更换测试卡' }
  } catch {
    return {
      error: timeout.aborted
        ? '测试支付服务未及时响应，没有扣款，请重试'
        : '无法连接测试支付服务，没有扣款，请检查网络后重试',
    }
  }
}

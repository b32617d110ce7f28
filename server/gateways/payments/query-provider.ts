import type { Config } from '../../config/config.ts'

const STRIPE = 'https://api.stripe.com'

export interface ProviderAnswer {
  status: number
  /** JSON; null where there is none. */
  body: unknown
  /** What the provider's clock showed, to the second; null: it did not say. */
  date: Date | null
  /** From the request to the answer's head. */
  ms: number
}

/** Reads an address of the provider that the shop otherwise has no use for. Throws when there is no answer. */
export async function queryProvider(
  { apiBase, secretKey }: Pick<Config['payments'], 'apiBase' | 'secretKey'>,
  path: `/v1/${string}`,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const startedAt = performance.now()
  const response = await fetch(`${apiBase ?? STRIPE}${path}`, {
    headers: { authorization: `Bearer ${secretKey}` },
    redirect: 'manual',
    signal,
  })
  const ms = performance.now() - startedAt
  const time = Date.parse(response.headers.get('date') ?? '')
  const body: unknown = await response.json().catch(() => null)
  return { status: response.status, body, date: Number.isNaN(time) ? null : new Date(time), ms }
}

import type { Config } from '../../config/config.ts'

/** The header by which the sandbox takes a call as made at another time. */
export const SANDBOX_TIME = 'sandbox-time'

type Settings = Pick<Config['payments'], 'secretKey' | 'apiBase'>

/** Payments that one call forgets: as many as fit into a parameter. */
const FORGOTTEN_AT_ONCE = 150

/** What the demo data need of the sandbox and no provider offers. Each call happens at a time of the past. */
export function sandboxControl({ secretKey, apiBase }: Settings) {
  async function post(path: string, params: Record<string, string>, at?: Date): Promise<void> {
    if (apiBase === null) throw new Error('there is no sandbox')
    const response = await fetch(apiBase + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(at && { [SANDBOX_TIME]: String(at.getTime()) }),
      },
      body: new URLSearchParams(params),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }

  return {
    /** Opens a dispute of the whole payment; with `end` it is decided at once. */
    dispute: (intentId: string, at: Date, end?: 'won' | 'lost') =>
      post(`/_sandbox/payments/${intentId}/dispute`, end ? { end } : {}, at),
    /** Changes what the intent collects, as somebody may in the provider's dashboard. */
    changeAmount: (intentId: string, amount: number, at: Date) =>
      post(`/v1/payment_intents/${intentId}`, { amount: String(amount) }, at),
    async forget(intentIds: readonly string[]): Promise<void> {
      for (let from = 0; from < intentIds.length; from += FORGOTTEN_AT_ONCE) {
        const ids = intentIds.slice(from, from + FORGOTTEN_AT_ONCE).join(',')
        await post('/_sandbox/payments/forget', { ids })
      }
    },
  }
}

import { api } from '#contract/api.ts'
import {
  customerAddress,
  customerEmail,
  fetchCsrfToken,
  PASSWORD_DIGEST,
} from '#harness/customers.ts'
import { requestText } from './requests.ts'
import type { Shop } from './shop.ts'

/** The request that logs this customer in on a new device. */
export async function loginRequest(shop: Shop, number: number): Promise<string> {
  const address = { 'x-forwarded-for': customerAddress(number) }
  const { token, cookie } = await fetchCsrfToken(shop.url, address)
  return requestText({
    port: shop.port,
    path: api.account.login.path,
    headers: { ...address, cookie, 'x-csrf-token': token },
    body: { email: customerEmail(number), password: PASSWORD_DIGEST },
  })
}

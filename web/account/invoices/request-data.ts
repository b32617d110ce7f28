import { api } from '#contract/api.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { SavedTitle } from '#contract/invoices/invoice-shapes.ts'
import { invoiceableOrders, invoiceTitles } from '#contract/invoices/invoices.ts'
import { call } from '../../lib/call/call.ts'

export type InvoiceableOrder = OutputOf<typeof invoiceableOrders>['list'][number]

/** Orders of one page; the newest payments come first. */
export interface OrderPages {
  orders: readonly InvoiceableOrder[]
  total: number
}

export interface RequestData extends OrderPages {
  titles: readonly SavedTitle[]
  /** The account's. */
  email: string
}

const PAGE_SIZE = 20
/** How far the order of the address is looked for. */
const PAGES_MAX = 20

/** What the form offers; its orders reach as far as the wanted one. */
export async function readRequestData(
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<RequestData> {
  const options = { signal, isQuiet: true }
  const [pages, { titles }, { user }] = await Promise.all([
    readUntil(wanted, options),
    call(invoiceTitles, {}, options),
    call(api.account.profile, {}, options),
  ])
  return { ...pages, titles, email: user.email }
}

/** The next page of orders after those that are known. */
export async function readMoreOrders(
  known: number,
  options: { signal?: AbortSignal; isQuiet?: boolean } = {},
): Promise<OrderPages> {
  const page = Math.floor(known / PAGE_SIZE) + 1
  const { list, total } = await call(invoiceableOrders, { page, pageSize: PAGE_SIZE }, options)
  return { orders: list, total }
}

async function readUntil(
  wanted: string | undefined,
  options: { signal: AbortSignal; isQuiet: boolean },
): Promise<OrderPages> {
  let { orders, total } = await readMoreOrders(0, options)
  const isFound = () => wanted === undefined || orders.some(({ id }) => id === wanted)
  for (let page = 1; page < PAGES_MAX && orders.length < total && !isFound(); page += 1) {
    const more = await readMoreOrders(orders.length, options)
    if (more.orders.length === 0) break
    orders = [...orders, ...more.orders]
    total = more.total
  }
  return { orders, total }
}

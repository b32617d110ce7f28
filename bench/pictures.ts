import { readFileSync } from 'node:fs'
import { api } from '#contract/api.ts'
import { type Customer, openAccounts } from '#harness/customers.ts'
import { residentMb } from './memory.ts'
import { absoluteFigure, type Figure } from './rig/figure.ts'
import { requestText } from './rig/requests.ts'
import { type Bench, interleave } from './rig/rounds.ts'
import { type Shop, startShop } from './rig/shop.ts'
import { startTools } from './rig/tools.ts'

/** A receipt of 99 characters that become a table. */
const PICTURE = readFileSync(new URL('../tools/testing/pictures/receipt.webp', import.meta.url))
const PICTURES = 6
const BUYERS = 400
/** A customer may have three open orders. */
const ORDERS = BUYERS * 3
const CONNECTIONS = 2

/** Pictures that are read a minute, and what orders of the shop wait for while the same two cores read them. */
export async function measurePictures({ generator, rounds }: Bench): Promise<Figure[]> {
  await using shop = await startShop('both')
  const customers = await openAccounts(shop, BUYERS)
  const readers = customers.slice(0, 2)
  await using tools = await startTools(shop, { customers: readers, place: 'both' })
  const read = (key: string) => readPicture(tools.url, key)
  const order = async () => {
    await shop.sql`update orders set state = 'expired', open_slot = null where open_slot is not null`
    const requests = orderRequests(shop, customers)
    return generator.run({ port: shop.port, requests, connections: CONNECTIONS, total: ORDERS })
  }
  let most = 0
  const { alone, beside, minute } = await interleave(rounds, {
    alone: order,
    async beside() {
      let isOver = false
      const reading = tools.keys.map(async (key) => {
        while (!isOver) await read(key)
      })
      const { p95Ms } = await order()
      isOver = true
      await Promise.all(reading)
      most = Math.max(most, residentMb(tools.pid))
      return { p95Ms }
    },
    async minute() {
      const startedAt = performance.now()
      for (let at = 0; at < PICTURES; at += 1) await read(tools.keys[0]!)
      return (PICTURES * 60_000) / (performance.now() - startedAt)
    },
  })
  const slower = beside.map(({ p95Ms }, round) => p95Ms / alone[round]!.p95Ms)
  return [
    absoluteFigure('pictures: read a minute, one after another', minute, '/min', { atLeast: 20 }),
    absoluteFigure('pictures: memory of the tools site, most seen', [most], 'MB', { atMost: 768 }),
    absoluteFigure('place-order beside pictures: p95, against alone', slower, '×', { atMost: 2 }),
  ]
}

async function readPicture(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/v1/ocr`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'image/webp' },
    body: PICTURE,
  })
  if (!response.ok) throw new Error(`a picture was answered ${await response.text()}`)
  await response.body?.cancel()
}

/** First one order of each customer, then the second, then the third. */
function orderRequests({ port }: Shop, customers: readonly Customer[]): string[] {
  const { path } = api.recharge.placeOrder
  return [1, 2, 3].flatMap((num) =>
    customers.map(({ headers }) =>
      requestText({ port, path, headers, body: { id: 'standard', num } }),
    ),
  )
}

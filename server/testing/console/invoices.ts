import { randomUUID } from 'node:crypto'
import { act } from '#contract/console/actions.ts'
import { uploadInvoiceFile } from '#contract/console/invoices.ts'
import type { CallInputOf } from '#contract/endpoint.ts'
import * as contract from '#contract/invoices/invoices.ts'
import type { Query } from '../../db/sql.ts'
import type { ConsoleClient } from './console.ts'
import { insertOrders, startConsoleShop } from './console-shop.ts'
import type { TestUser } from '../harness.ts'
import { oncePerFile } from '../once-per-file.ts'

type Title = CallInputOf<typeof contract.requestInvoice>['title']

export const COMPANY = {
  kind: 'company' as const,
  name: '北京示例科技有限公司',
  taxNumber: '91350100M000100Y43',
  email: 'books@example.com',
}
export const PERSON = { kind: 'person' as const, name: '王小明', email: 'wang@example.com' }

/** One shop with its console for all tests of a file; each call brings another customer and somebody of finance. */
export function invoiceCases() {
  const fixtureOf = oncePerFile(startConsoleShop)
  return async () => {
    const { shop, staff, viewer } = await fixtureOf()
    const finance = await staff.newOperator('finance')
    return { shop, sql: shop.sql, staff, viewer, finance, ann: await shop.newUser() }
  }
}

/** A small file that every check takes for a PDF; its bytes are no text. */
export function pdfOf(word: string): Buffer {
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    Buffer.from(`\n${word}\n%%EOF\n`),
  ])
}

let lastNumber = 10_000_000_000_000_000_000n

/** A number that no other invoice of the tests has. */
export function newNumber(): string {
  lastNumber += 1n
  return String(lastNumber)
}

/** Paid orders, without the work of paying each; the oldest first. */
export async function insertPaidOrders(
  sql: Query,
  { user }: TestUser,
  count: number,
): Promise<string[]> {
  const ids = await insertOrders(sql, user.id, { count })
  await sql`update orders set state = 'paid', paid_at = now() where id = any(${ids}::uuid[])`
  return ids
}

/** As a refund or a dispute leaves the order: `lost`, `lostPart` and `opened` are of another dispute each time. */
export async function changeOrder(
  sql: Query,
  id: string,
  move: 'part' | 'whole' | 'undo' | 'lost' | 'lostPart' | 'opened' | 'allWon',
): Promise<void> {
  if (move === 'allWon') {
    await sql`
      with ended as (update disputes set status = 'won' where order_id = ${id})
      update orders set dispute = 'won' where id = ${id}`
  } else if (move === 'lost' || move === 'lostPart' || move === 'opened') {
    const status = move === 'opened' ? 'open' : 'lost'
    await sql`
      with one as (
        insert into disputes (id, order_id, amount, status, created_at, updated_at)
        select ${`dp_${randomUUID()}`}, id, amount / ${move === 'lostPart' ? 2 : 1}::bigint, ${status}, now(), now()
        from orders where id = ${id})
      update orders set dispute = ${status} where id = ${id}`
  } else {
    const share = { part: 0.5, whole: 1, undo: 0 }[move]
    const state = { part: 'partially_refunded', whole: 'refunded', undo: 'paid' }[move]
    await sql`
      update orders set refunded_amount = (amount * ${share}::numeric)::bigint, state = ${state} where id = ${id}`
  }
}

/** Asks for one invoice; its id. */
export async function askForInvoice(
  user: TestUser,
  orderIds: string[],
  title: Title = COMPANY,
): Promise<string> {
  const { status, body } = await user.call(contract.requestInvoice, { orderIds, title })
  if (status !== 200) throw new Error(`request: ${status} ${body.code}`)
  return body.data.invoice.id
}

/** Uploads a PDF as the form of an action does; the id for its field `upload`. */
export async function upload(operator: ConsoleClient, pdf: Buffer): Promise<string> {
  const content = pdf.toString('base64')
  const { status, body } = await operator.call(uploadInvoiceFile, { name: '发票.pdf', content })
  if (status !== 200) throw new Error(`upload: ${status} ${body.code}`)
  return body.data.id
}

/** Previews an action; agrees to what was shown when it is called. Throws what refused the preview. */
export async function previewAction(
  operator: ConsoleClient,
  command: string,
  given: Record<string, string>,
): Promise<() => Promise<string | null>> {
  const { body } = await operator.call(act, { command, given, mark: null })
  if (body.data?.is !== 'preview') throw new ActionRefused(body.code)
  const { mark } = body.data
  return async () => {
    const done = await operator.call(act, { command, given, mark })
    return done.body.data?.is === 'done' ? null : (done.body.code ?? done.body.data.is)
  }
}

class ActionRefused extends Error {
  code: string
  constructor(code = 'UNKNOWN') {
    super(`refused: ${code}`)
    this.code = code
  }
}

/** Previews the action and agrees to it: null when it was done, else the code of its refusal. */
export async function tryAction(
  ...action: Parameters<typeof previewAction>
): Promise<string | null> {
  try {
    const agree = await previewAction(...action)
    return await agree()
  } catch (error) {
    if (error instanceof ActionRefused) return error.code
    throw error
  }
}

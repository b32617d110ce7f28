import type { SearchHit } from '#contract/console/search.ts'
import { withCustomPlans } from '../../db/reads.ts'
import type { Query } from '../../db/sql.ts'
import {
  findListedInvoice,
  listInvoicesByNumber,
} from '../../operator/invoices/invoices-search.store.ts'
import { maskCodes } from '../../gateways/mail/mailer.ts'
import { findNamedOrder } from '../../operator/orders/find-order.ts'
import { listApplications } from '../../operator/applications/applications.store.ts'
import { ALL_USERS, findUser } from '../../operator/users/users-search.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import { findChargeOf } from '../credit/select-entries.ts'
import { listEvents } from '../events/events.store.ts'
import { listMailPage, listMailsBySubject } from '../mails/mails.store.ts'
import { findListedOrder, listOrdersByCard } from '../orders/orders.store.ts'
import {
  toApplicationHit,
  toChargeHit,
  toEventHit,
  toInvoiceHit,
  toMailHit,
  toOrderHit,
  toUserHit,
  toUserListHits,
} from './hits.ts'
import { findReversedOrder, listUsersByAddress } from './search.store.ts'
import { MOST_SORTED, searchUsers } from '../../operator/users/search-users.ts'

const MOST_HITS = 8
/** Fewer characters are in too many addresses, names and subjects. */
const SHORTEST_TEXT = 2

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ORDER_NUMBER = /^\d{18}$/
/** As customers write it: with words before, in groups. */
const SPOKEN_ORDER_NUMBER = /^[^\da-z_@]*(\d(?:[\s-]?\d){17})\D*$/i
/** Refunds and disputes; a charge is not stored. */
const REVERSAL = /^(re|pyr|du|dp)_\w+$/
/** Of an invoice, or of the company that it is made out to. */
const INVOICE_NUMBER = /^(\d{8,20}|[\dA-Z]{18})$/i
const CARD = /^[•·*\sx]{0,12}(\d{4})$/i

/** Finds what somebody has pasted. Every branch looks it up by an index. */
export function searchConsole(
  { sql, settings }: Pick<ConsoleDeps, 'sql' | 'settings'>,
  text: string,
): Promise<SearchHit[]> {
  const isShown = ({ kind }: SearchHit) => !settings.without.some((part) => part === `${kind}s`)
  return withCustomPlans(sql, async (tx) => {
    const hits = await findHits(tx, text)
    return hits.filter(isShown).slice(0, MOST_HITS)
  })
}

async function findHits(sql: Query, pasted: string): Promise<SearchHit[]> {
  if (ID.test(pasted)) return findById(sql, pasted.toLowerCase())
  const text = SPOKEN_ORDER_NUMBER.exec(pasted)?.[1]?.replaceAll(/[\s-]/g, '') ?? pasted
  if (text.startsWith('pi_')) return findOrderHits(sql, text)
  if (text.startsWith('evt_')) return findEventHits(sql, text)
  if (REVERSAL.test(text)) {
    const orderId = await findReversedOrder(sql, text)
    return orderId === null ? [] : findOrderHits(sql, orderId)
  }
  if (ORDER_NUMBER.test(text)) {
    return [...(await findOrderHits(sql, text)), ...(await findInvoiceHits(sql, text))]
  }
  const invoices = INVOICE_NUMBER.test(text) ? await findInvoiceHits(sql, text) : []
  const last4 = CARD.exec(text)?.[1]
  const cards = last4 === undefined ? [] : await listOrdersByCard(sql, last4, MOST_HITS)
  return [...invoices, ...cards.map(toOrderHit), ...(await findByText(sql, text))]
}

/** Orders, users, invoices, mails, charges and applications have ids of one form. */
async function findById(sql: Query, id: string): Promise<SearchHit[]> {
  const user = await findUser(sql, id)
  const invoice = await findListedInvoice(sql, id)
  const mails = await listMailPage(
    sql,
    { id, state: null, to: null },
    { before: null, limit: MOST_HITS },
  )
  const charge = await findChargeOf(sql, id)
  const applications = await listApplications(sql)
  return [
    ...(await findOrderHits(sql, id)),
    ...(user ? [toUserHit(user), ...toUserListHits(user)] : []),
    ...(invoice ? [toInvoiceHit(invoice)] : []),
    ...mails.map(toMailHit),
    ...(charge ? [toChargeHit(charge.chargeId)] : []),
    ...applications.filter((application) => application.id === id).map(toApplicationHit),
  ]
}

async function findOrderHits(sql: Query, orderRef: string): Promise<SearchHit[]> {
  const named = await findNamedOrder(sql, orderRef)
  const order = named && (await findListedOrder(sql, named.id))
  return order ? [toOrderHit(order)] : []
}

async function findInvoiceHits(sql: Query, number: string): Promise<SearchHit[]> {
  const invoices = await listInvoicesByNumber(sql, number.toUpperCase(), MOST_HITS)
  return invoices.map(toInvoiceHit)
}

async function findEventHits(sql: Query, id: string): Promise<SearchHit[]> {
  const filter = { id, type: null, orderId: null }
  const events = await listEvents(sql, filter, { before: null, limit: MOST_HITS })
  return events.map(toEventHit)
}

async function findByText(sql: Query, text: string): Promise<SearchHit[]> {
  if (text.length < SHORTEST_TEXT) return []
  const users = await findUserHits(sql, text, MOST_HITS)
  // the code in a pasted subject finds every mail of that subject, as nobody may look for a code
  const mails = await listMailsBySubject(sql, maskCodes(text), MOST_HITS)
  // a handful, as many as there are tools
  const applications = await listApplications(sql)
  const named = applications.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
  return [...named.map(toApplicationHit), ...users, ...mails.map(toMailHit)]
}

/** Of those who have the text elsewhere than at the beginning of their address: other hits need room, too. */
const MOST_BY_PART = 3

/**
 * Users by text: the one with this whole address and links to what belongs to them, then those whose address begins so,
 * in its order, then the newest who have it anywhere in address or
 * nickname, unless it is a number.
 */
async function findUserHits(sql: Query, text: string, most: number): Promise<SearchHit[]> {
  const one = text.includes('@') ? await findUser(sql, text.toLowerCase()) : null
  const beginning = await listUsersByAddress(sql, text.toLowerCase(), most)
  const known = new Set(beginning.map(({ id }) => id))
  const others = beginning.filter(({ id }) => id !== one?.id)
  const hits = [...(one ? [toUserHit(one), ...toUserListHits(one)] : []), ...others.map(toUserHit)]
  // digits alone are of an order, a card or an address, and many have them somewhere
  if (one || known.size === most || /^\d+$/.test(text)) return hits
  const page = { before: null, limit: known.size + MOST_BY_PART, most: MOST_SORTED }
  const { users: byPart } = await searchUsers(sql, { ...ALL_USERS, text }, page)
  const more = byPart.filter(({ id }) => !known.has(id)).slice(0, MOST_BY_PART)
  return [...hits, ...more.map(toUserHit)]
}

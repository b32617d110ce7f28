import { DEMO_DOMAIN } from '../../mail/outbox.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** How far the clock of China is ahead. */
const CHINA_MS = 8 * HOUR_MS

const FAMILY = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'
const GIVEN = '晓雨 子涵 思远 嘉怡 明轩 雨桐 浩然 欣怡 文博 若曦 一诺 俊杰'.split(' ')

/** Name and address of the user of this number. */
export function demoPerson(user: number): { email: string; nickname: string } {
  const family = FAMILY[user % FAMILY.length]!
  const given = GIVEN[(user * 7) % GIVEN.length]!
  return {
    email: `demo-${String(user + 1).padStart(3, '0')}@${DEMO_DOMAIN}`,
    nickname: family + given,
  }
}

/** Multiples of it fall evenly between whole numbers, so that every few orders have their share of each fate. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

/** Random numbers that are the same at every run: mulberry32. */
function createChance(seed: number) {
  let state = seed
  function share(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** From 0 to below 1. */
    share,
    /** A whole number, both ends included. */
    between: (least: number, most: number) => least + Math.floor(share() * (most - least + 1)),
    /** One of these, by their weights. */
    pick<T>(weighted: readonly (readonly [T, number])[], place = share()): T {
      let left = place * weighted.reduce((sum, [, weight]) => sum + weight, 0)
      return (weighted.find(([, weight]) => (left -= weight) < 0) ?? weighted.at(-1)!)[0]
    },
  }
}

/** What becomes of an order; `lapsed`: nobody tried to pay it. */
type DemoFate =
  | 'paid'
  | 'refunded'
  | 'partly refunded'
  | 'disputed'
  | 'declined'
  | 'declined once'
  | 'lapsed'
  | 'exception'
  | 'lost'

const FATES: readonly (readonly [DemoFate, number])[] = [
  ['paid', 72],
  ['declined once', 5],
  ['declined', 5],
  ['lapsed', 6],
  ['refunded', 5],
  ['partly refunded', 4],
  ['disputed', 3],
]
const SOURCES: readonly (readonly [string | null, number])[] = [
  ['zhihu', 30],
  ['bilibili', 22],
  ['wechat', 18],
  ['baidu', 12],
  ['xiaohongshu', 8],
  [null, 10],
]
const TOOLS = ['翻译文档', '图片处理', '生成文案', '会议纪要'] as const

/** What finance has made of a request for an invoice; null: it waits. */
type DemoInvoiceEnd = 'issued' | 'rejected' | null

/** Something that happens at a time; users and orders go by their numbers. */
export type DemoStep = { at: Date } & (
  | { kind: 'user'; user: number; email: string; nickname: string; source: string | null }
  | { kind: 'order'; user: number; order: number; plan: number; num: number; source: string | null }
  | { kind: 'pay'; order: number; card: string }
  | { kind: 'overpay'; order: number }
  | { kind: 'lose'; order: number; card: string }
  | { kind: 'lapse'; order: number }
  | { kind: 'refund'; order: number; isWhole: boolean }
  | { kind: 'dispute'; order: number; end: 'won' | 'lost' | null }
  | { kind: 'invoice'; user: number; order: number; end: DemoInvoiceEnd }
  | { kind: 'charge'; user: number; amount: number; reason: string }
  | { kind: 'day' }
)

interface DemoSize {
  users: number
  orders: number
  charges: number
  days: number
}

/**
 * Orders whose money does not fit and those that have lost their payment, and how old they are: the provider's books
 * are compared for fewer days.
 */
const EXCEPTIONS = 3
const LOST = 2
const COMPARED_MS = 5 * DAY_MS
/** A chargeback waits eight days for an answer; older ones are decided. */
const DISPUTE_OPEN_MS = 8 * DAY_MS

/** What happens in the last days before `now`, in the order of its times; the same at every run but for the times. */
export function planDemo(size: DemoSize, now: Date): DemoStep[] {
  const chance = createChance(20_261)
  const begin = now.getTime() - size.days * DAY_MS
  const steps: DemoStep[] = []
  const add = (step: DemoStep) => {
    if (step.at < now) steps.push(step)
  }
  const people: { joinedAt: number; source: string | null }[] = []
  for (let user = 0; user < size.users; user += 1) {
    // more of them in the last weeks
    const joinedAt = begin + Math.sqrt(chance.share()) * 0.98 * size.days * DAY_MS
    const source = chance.pick(SOURCES)
    people.push({ joinedAt, source })
    add({ kind: 'user', at: new Date(joinedAt), user, ...demoPerson(user), source })
  }
  /** A moment after this user joined. */
  const momentOf = (user: number) => {
    const from = people[user]!.joinedAt
    const at = from + 5 * MINUTE_MS + chance.share() ** 1.3 * (now.getTime() - from - HOUR_MS)
    // most people sleep at night; drawn by day as well, so that what follows is the same at every hour
    const sleeps = chance.share() < 0.85
    const later = at + 9 * HOUR_MS
    const hour = new Date(at + CHINA_MS).getUTCHours()
    return hour < 8 && later < now.getTime() - HOUR_MS && sleeps ? later : at
  }
  const odd: DemoFate[] = [
    ...Array<DemoFate>(EXCEPTIONS).fill('exception'),
    ...Array<DemoFate>(LOST).fill('lost'),
  ]
  const compared = now.getTime() - COMPARED_MS
  for (let order = 0; order < size.orders; order += 1) {
    const user = chance.between(0, size.users - 1)
    const at = momentOf(user)
    const drawn = chance.pick(FATES, ((order + 1) * GOLDEN_RATIO) % 1)
    const fate = drawn === 'paid' && at < compared ? (odd.shift() ?? drawn) : drawn
    const plan = chance.pick([
      [0, 50],
      [1, 32],
      [2, 14],
      [3, 4],
    ] as const)
    const num = chance.share() < 0.12 ? 2 : 1
    const { source } = people[user]!
    add({ kind: 'order', at: new Date(at), user, order, plan, num, source })
    for (const step of stepsOf(fate, { user, order, at, now: now.getTime() }, chance)) add(step)
  }
  for (let charge = 0; charge < size.charges; charge += 1) {
    const user = chance.between(0, size.users - 1)
    const reason = TOOLS[chance.between(0, TOOLS.length - 1)]!
    const amount = chance.between(1, 60) * 5
    add({ kind: 'charge', at: new Date(momentOf(user)), user, amount, reason })
  }
  for (let day = 1; day <= size.days; day += 1) {
    add({ kind: 'day', at: new Date(begin + day * DAY_MS - 1) })
  }
  return steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Every eighth payment that is kept is invoiced the next day; of those answered, every fourth is rejected. */
const INVOICED_OF = 8
const REJECTED_OF = 32
/** Requests of the last days wait. */
const INVOICE_OPEN_MS = 2 * DAY_MS

const GOOD_CARDS: readonly (readonly [string, number])[] = [
  ['pm_card_visa', 55],
  ['pm_card_mastercard', 25],
  ['pm_card_unionpay', 20],
]
const BAD_CARDS: readonly (readonly [string, number])[] = [
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 50],
  ['pm_card_visa_chargeDeclined', 35],
  ['pm_card_chargeDeclinedExpiredCard', 15],
]

function stepsOf(
  fate: DemoFate,
  { user, order, at, now }: Record<'user' | 'order' | 'at' | 'now', number>,
  chance: ReturnType<typeof createChance>,
): DemoStep[] {
  const after = (ms: number) => new Date(at + ms)
  const pay: DemoStep = {
    kind: 'pay',
    at: after(chance.between(20, 200) * 1000),
    order,
    card: chance.pick(GOOD_CARDS),
  }
  const decline: DemoStep = { kind: 'pay', at: after(15_000), order, card: chance.pick(BAD_CARDS) }
  const lapse: DemoStep = { kind: 'lapse', at: after(31 * MINUTE_MS), order }
  const later = chance.between(4 * 60, 6 * 24 * 60) * MINUTE_MS
  switch (fate) {
    case 'paid': {
      if (order % INVOICED_OF !== 0) return [pay]
      const asked = after(DAY_MS)
      const answered = order % REJECTED_OF === 0 ? 'rejected' : 'issued'
      const end = now - asked.getTime() < INVOICE_OPEN_MS ? null : answered
      return [pay, { kind: 'invoice', at: asked, user, order, end }]
    }
    case 'declined once':
      return [decline, pay]
    case 'declined':
      return [decline, lapse]
    case 'lapsed':
      return [lapse]
    case 'refunded':
    case 'partly refunded':
      return [pay, { kind: 'refund', at: after(later), order, isWhole: fate === 'refunded' }]
    case 'disputed': {
      const isOpen = at + later > now - DISPUTE_OPEN_MS
      const end = isOpen ? null : order % 3 === 0 ? 'won' : 'lost'
      return [pay, { kind: 'dispute', at: after(later), order, end }]
    }
    case 'exception':
      return [{ kind: 'overpay', at: after(10_000), order }, pay]
    case 'lost':
      return [{ ...pay, kind: 'lose' }, lapse]
  }
}

import type { Answer, ApplicationBook, BookedRequest } from '../applications/book.ts'
import type { BookedCharge, BookedHold, BookedReversal, SpendingBooks } from './read-spending.ts'

/** What is wrong between an application's book and ours, one line each. */
export interface SpendingFindings {
  /** What the application was answered and we do not have, or not in full. */
  lost: string[]
  /** What we have and the application was not answered, or more than it asked for. */
  doubled: string[]
  /** Holds and charges that left less than 0 available. */
  overspent: string[]
  /** Holds that are open beyond their time. */
  open: string[]
  wrong: string[]
}

interface Options {
  /** Users whose credit the application may spend. */
  users: ReadonlySet<string>
  isFirstParty: boolean
  /** Holds that expire before this have to have ended. */
  endedBefore: Date
}

/** Our rows of one application, by their ids, and by the key for its requests. */
interface OwnRows {
  keys: Map<string, SpendingBooks['requests'][number]>
  holds: Map<string, BookedHold>
  charges: Map<string, BookedCharge>
  reversals: Map<string, BookedReversal>
}

/** Compares an application's book with ours, request by request, and ours with it. */
export function compareSpending(
  { id, requests }: ApplicationBook,
  ours: SpendingBooks,
  options: Options,
): SpendingFindings {
  const rows = selectOwnRows(ours, id)
  const found: SpendingFindings = { lost: [], doubled: [], overspent: [], open: [], wrong: [] }
  for (const request of requests) {
    if (request.answer) compareAnswer(request, request.answer, rows, found)
    else compareRefusal(request, rows, options, found)
    if (request.answer && !options.users.has(request.user)) {
      found.wrong.push(`${nameOf(request)}: the user has not allowed it`)
    }
  }
  findUnanswered(requests, rows, found)
  for (const { id: hold, state, expiresAt } of rows.holds.values()) {
    if (state === 'open' && expiresAt <= options.endedBefore) {
      found.open.push(`hold ${hold} is open after ${expiresAt.toISOString()}`)
    }
  }
  return found
}

function selectOwnRows(ours: SpendingBooks, applicationId: string): OwnRows {
  const isOwn = (row: { applicationId: string }): boolean => row.applicationId === applicationId
  const byId = <Row extends { id: string; applicationId: string }>(all: readonly Row[]) =>
    new Map(all.filter(isOwn).map((row) => [row.id, row]))
  return {
    keys: new Map(ours.requests.filter(isOwn).map((row) => [row.key, row])),
    holds: byId(ours.holds),
    charges: byId(ours.charges),
    reversals: byId(ours.reversals),
  }
}

function nameOf({ kind, key }: BookedRequest): string {
  return `${kind} ${key}`
}

/** The refusals that the applications' requests may meet: they ask for nothing else that is refused. */
function listRightRefusals(
  { kind, user }: BookedRequest,
  { users, isFirstParty }: Options,
): string[] {
  if (!users.has(user)) return ['NOT_FOUND']
  if (kind === 'hold' || kind === 'charge') return ['CREDIT_SHORT', 'CREDIT_HELD']
  if (kind === 'extend') return ['HOLD_ENDED']
  return kind === 'capture' && !isFirstParty ? ['CAPTURE_LIMIT'] : []
}

function compareRefusal(
  request: BookedRequest,
  { keys }: OwnRows,
  options: Options,
  { lost }: SpendingFindings,
): void {
  const { key, refusal } = request
  const effect = keys.get(key)
  if (effect) lost.push(`${nameOf(request)} was answered ${refusal}, and made ${effect.objectId}`)
  else if (refusal === null) lost.push(`${nameOf(request)} was never answered`)
  else if (!listRightRefusals(request, options).includes(refusal)) {
    lost.push(`${nameOf(request)} was answered ${refusal}`)
  }
}

function compareAnswer(
  request: BookedRequest,
  answer: Answer,
  { keys, holds, charges, reversals }: OwnRows,
  found: SpendingFindings,
): void {
  const { kind, key, user, subject, amount, retries, others } = request
  const name = nameOf(request)
  const effect = keys.get(key)
  if (effect?.objectId !== answer.id || effect.userId !== user) {
    found.lost.push(`${name} made ${answer.id}, its key has ${effect?.objectId ?? 'nothing'}`)
  }
  for (const other of others) found.doubled.push(`${name} made ${answer.id} and ${other}`)
  if (kind === 'hold' || kind === 'charge') {
    // a repetition is answered with what is available by then
    if (retries === 0 && answer.available !== null && answer.available < 0) {
      found.overspent.push(`${name} left ${answer.available} available`)
    }
  }
  if (kind === 'hold') return compareAmount(request, answer, holds.get(answer.id)?.amount, found)
  if (kind === 'reverse') {
    const reversal = reversals.get(answer.id)
    compareAmount(request, answer, reversal?.amount, found)
    if (reversal && reversal.chargeId !== subject) found.wrong.push(`${name}: of another charge`)
    return
  }
  const hold = holds.get(subject ?? '')
  if (kind === 'extend') {
    if (!hold || hold.expiresAt < new Date(answer.expiresAt!)) {
      found.lost.push(`${name}: to ${answer.expiresAt}, not ${hold?.expiresAt.toISOString()}`)
    }
  } else if (kind === 'release' || amount === 0) {
    if (hold?.state !== 'released') found.lost.push(`${name}: the hold is ${hold?.state}`)
  } else {
    const charge = charges.get(answer.id)
    compareAmount(request, answer, charge?.amount, found)
    if (charge && charge.holdId !== subject) found.wrong.push(`${name}: of another hold`)
    if (kind === 'capture' && hold?.captured !== amount) {
      found.wrong.push(`${name}: the hold says ${hold?.captured} instead of ${amount}`)
    }
  }
}

function compareAmount(
  request: BookedRequest,
  answer: Answer,
  booked: number | undefined,
  { lost, doubled, wrong }: SpendingFindings,
): void {
  const asked = request.amount!
  if ((booked ?? 0) < asked) lost.push(`${nameOf(request)}: ${booked} of ${asked} is booked`)
  if ((booked ?? 0) > asked) doubled.push(`${nameOf(request)}: ${booked} of ${asked} is booked`)
  if (answer.amount !== asked) wrong.push(`${nameOf(request)}: ${answer.amount} of ${asked}`)
}

/** What we have and the application was never answered. */
function findUnanswered(
  requests: readonly BookedRequest[],
  { keys, holds, charges, reversals }: OwnRows,
  { doubled }: SpendingFindings,
): void {
  const asked = new Set(requests.map(({ key }) => key))
  for (const { key, objectId } of keys.values()) {
    if (!asked.has(key)) doubled.push(`${objectId}: its key ${key} is unknown`)
  }
  const answered = new Set(requests.map(({ answer }) => answer?.id))
  for (const each of [holds, charges, reversals]) {
    for (const { id, amount } of each.values()) {
      if (!answered.has(id)) doubled.push(`${id} of ${amount} was never answered`)
    }
  }
  const captured = [...charges.values()].flatMap(({ holdId }) => holdId ?? [])
  for (const [at, hold] of captured.entries()) {
    if (captured.indexOf(hold) !== at) doubled.push(`hold ${hold} was captured twice`)
  }
}

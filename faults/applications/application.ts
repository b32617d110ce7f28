import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ApplicationCall } from '#contract/applications/application-call.ts'
import * as calls from '#contract/applications/applications.ts'
import type { CallInputOf, OutputOf } from '#contract/endpoint.ts'
import { callAsApplication } from '#harness/application-call.ts'
import { CallRefused, CallUnanswered, retryUntilAnswered } from '#harness/buyer-call.ts'
import type { Random } from '#harness/random.ts'
import type { Answer, ApplicationBook, BookedRequest } from './book.ts'

/** How often an application loses its own connection, and sends a request twice at the same time. */
export interface Habits {
  lostPercent: number
  twicePercent: number
}

interface Options {
  url: string
  id: string
  apiKey: string
  isFirstParty: boolean
  /** Users whose credit it may spend. */
  users: ReadonlySet<string>
  random: Random
  habits: Habits
  giveUp: AbortSignal
}

const LONGEST_PATIENCE_MS = 40
/** Longer than any statement of the shop runs: by then a request without an answer has taken effect or never will. */
const SETTLED_MS = 5_000
const STATEMENT_LIMIT_MS = 60_000
const REASON = '翻译文档'

/** An application that spends credit as docs/integrate.md describes it, and keeps its own book of that. */
export type Application = ReturnType<typeof createApplication>

export function createApplication(options: Options) {
  const { url, id, apiKey, isFirstParty, users, random, habits, giveUp } = options
  const book: ApplicationBook = { id, requests: [] }

  /** Asks until there is an answer; null when the shop refuses. */
  async function ask<C extends ApplicationCall>(
    asked: Pick<BookedRequest, 'kind' | 'user' | 'subject' | 'amount'>,
    call: C,
    input: CallInputOf<C>,
    toAnswer: (data: OutputOf<C>) => Answer,
  ): Promise<Answer | null> {
    const outcome = { retries: -1, unanswered: 0, answer: null, others: [], refusal: null }
    const request: BookedRequest = { ...asked, key: randomUUID(), ...outcome }
    book.requests.push(request)

    async function send(signal?: AbortSignal): Promise<OutputOf<C>> {
      request.retries += 1
      try {
        const { key } = request
        return await callAsApplication({ url, apiKey }, call, input, {
          key,
          ...(signal && { signal }),
        })
      } catch (error) {
        if (error instanceof CallUnanswered) request.unanswered += 1
        throw error
      }
    }

    /** A request without an answer may take effect after its repetition was refused, so that is asked once more. */
    async function sendUntilSettled(times: number): Promise<OutputOf<C>[]> {
      for (let settled = 0; ; await delay(SETTLED_MS)) {
        const sent = Array.from({ length: times }, () => retryUntilAnswered(() => send(), giveUp))
        try {
          return await answersOf(sent)
        } catch (error) {
          if (!(error instanceof CallRefused) || request.unanswered === settled) throw error
          settled = request.unanswered
        }
      }
    }

    try {
      if (random.isIn(habits.lostPercent)) {
        await send(AbortSignal.timeout(random.between(1, LONGEST_PATIENCE_MS))).catch(ignoreSilence)
      }
      const times = random.isIn(habits.twicePercent) ? 2 : 1
      const answers = await sendUntilSettled(times)
      const [answer, ...others] = answers.map(toAnswer)
      request.answer = answer!
      request.others = others.map((other) => other.id).filter((other) => other !== answer!.id)
      return request.answer
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      request.refusal = error.code
      return null
    }
  }

  const get = <C extends ApplicationCall>(call: C, input: CallInputOf<C>, limit: AbortSignal) =>
    retryUntilAnswered(() => callAsApplication({ url, apiKey }, call, input), limit)

  return {
    book,
    isFirstParty,
    users,
    readAvailable: async (user: string): Promise<number> =>
      (await get(calls.userCredit, { user }, giveUp)).available,
    readStatement: (day: string) =>
      get(calls.dayStatement, { day }, AbortSignal.timeout(STATEMENT_LIMIT_MS)),

    hold: (user: string, amount: number, expiresIn = 3_600) =>
      ask(
        { kind: 'hold', user, subject: null, amount },
        calls.holdCredit,
        { user, amount, reason: REASON, expiresIn },
        toHoldAnswer,
      ),
    extend: (user: string, hold: string, expiresIn: number) =>
      ask(
        { kind: 'extend', user, subject: hold, amount: null },
        calls.extendHold,
        { user, id: hold, expiresIn },
        toHoldAnswer,
      ),
    release: (user: string, hold: string) =>
      ask(
        { kind: 'release', user, subject: hold, amount: null },
        calls.releaseHold,
        { user, id: hold },
        toHoldAnswer,
      ),
    capture: (user: string, hold: string, amount: number) =>
      ask(
        { kind: 'capture', user, subject: hold, amount },
        calls.captureHold,
        { user, id: hold, amount, usage: { characters: amount } },
        ({ charge, hold: ended, available }) =>
          charge === null
            ? { id: ended.id, amount: 0, at: ended.createdAt, available }
            : { id: charge.id, amount: charge.amount, at: charge.createdAt, available },
      ),
    charge: (user: string, amount: number) =>
      ask(
        { kind: 'charge', user, subject: null, amount },
        calls.chargeCredit,
        { user, amount, reason: REASON, usage: { characters: amount } },
        ({ charge, available }) => ({
          ...{ id: charge.id, amount: charge.amount, at: charge.createdAt, available },
        }),
      ),
    reverse: (user: string, charge: string, amount: number) =>
      ask(
        { kind: 'reverse', user, subject: charge, amount },
        calls.reverseCharge,
        { user, id: charge, amount, reason: '结果不完整' },
        ({ reversal, available }) => ({
          ...{ id: reversal.id, amount: reversal.amount, at: reversal.createdAt, available },
        }),
      ),
  }
}

function toHoldAnswer({ hold, available }: OutputOf<typeof calls.holdCredit>): Answer {
  const { id, amount, createdAt: at, expiresAt } = hold
  return { id, amount, at, available, expiresAt }
}

/** The answers of the same request sent several times; throws only when none was accepted. */
async function answersOf<T>(sent: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(sent)
  const answers = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const failed = settled.find((each) => each.status === 'rejected')
  const isRefusal = failed?.reason instanceof CallRefused
  // a repetition is accepted when credit came back after the first was refused
  if (failed && (answers.length === 0 || !isRefusal)) throw failed.reason
  return answers
}

/** For `catch`: rethrows everything but a missing answer. */
function ignoreSilence(error: unknown): void {
  if (!(error instanceof CallUnanswered)) throw error
}

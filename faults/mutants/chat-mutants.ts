import type { Mutant } from './mutate.ts'

const SETTLE = 'tools/chat/settle.ts'

/** Faults of the gateway that spends credit for chats. */
export const CHAT_MUTANTS: Record<string, Mutant> = {
  /** A gateway that starts again forgets what it had not settled. */
  'journal-unread': {
    phase: 'chats',
    finding: 'held: ',
    patches: [
      {
        file: SETTLE,
        from: 'for (const entry of journal.listLeft()) void settleAtLast(entry)',
        to: '',
      },
    ],
  },

  /** A hold whose answer did not come is asked for under another key: it is made twice, and one stays. */
  'hold-asked-anew': {
    phase: 'chats',
    finding: 'held: ',
    patches: [
      {
        file: SETTLE,
        from: 'await shop.hold(spending, `${id}.${step}`)',
        to: 'await shop.hold(spending, crypto.randomUUID())',
      },
    ],
  },

  /** What an earlier gateway left is released, also where an answer was booked. */
  'booking-released': {
    phase: 'chats',
    finding: 'unpaid: ',
    patches: [
      {
        file: SETTLE,
        from: 'journal.listLeft()) void settleAtLast(entry)',
        to: 'journal.listLeft()) void settleAtLast({ ...entry, booking: null })',
      },
    ],
  },

  /** The client gets the end of its answer before its booking is in the journal. */
  'booked-in-memory': {
    phase: 'chats',
    finding: 'unpaid: ',
    patches: [
      {
        file: 'tools/chat/meter.ts',
        from: 'return journal.store(entry)',
        to: 'return Promise.resolve()',
      },
    ],
  },
}

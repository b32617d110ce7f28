import type * as contract from '#contract/console/mails.ts'
import type { ConsoleMail } from '#contract/console/mails.ts'
import { withCustomPlans } from '../../db/custom-plans.ts'
import { maskCodes } from '../../operator/mail/mask-codes.ts'
import type { ConsoleDeps } from '../deps.ts'
import { filterBy, pageOf } from '../page-of.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { type ListedMail, listMailPage } from './mails.store.ts'

export function mailHandlers({ sql }: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listConsoleMails({ input }) {
      const { id = null, state = null, to, before = null, limit } = input
      const filter = { id, state, to: filterBy(to)?.toLowerCase() ?? null }
      const rows = await withCustomPlans(sql, (tx) =>
        listMailPage(tx, filter, { before, limit: limit + 1 }),
      )
      const { shown, next } = pageOf(rows, limit, (mail) => mail.id)
      return { mails: shown.map(toConsoleMail), next }
    },
  }
}

function toConsoleMail({
  runAt,
  createdAt,
  finishedAt,
  goodUntil,
  lastError,
  ...mail
}: ListedMail): ConsoleMail {
  return {
    ...mail,
    createdAt: createdAt.toISOString(),
    nextTryAt: mail.state === 'waiting' ? runAt.toISOString() : null,
    finishedAt: finishedAt?.toISOString() ?? null,
    goodUntil: goodUntil?.toISOString() ?? null,
    // a mail server may quote the subject
    lastError: lastError && maskCodes(lastError),
  }
}

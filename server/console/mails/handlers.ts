import type * as contract from '#contract/console/mails.ts'
import type { ConsoleMail } from '#contract/console/mails.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { maskCodes } from '../../gateways/mail/mailer.ts'
import type { ConsoleDeps } from '../deps.ts'
import { filterBy, pageOf } from '../page-of.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { mailTitle } from './mail-titles.ts'
import { type ListedMail, listMailPage, type MailFilter } from './mails.store.ts'

export function mailHandlers({ sql }: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listConsoleMails({ input }) {
      const { before = null, limit } = input
      const filter = toMailFilter(input)
      const rows = await listMailPage(sql, filter, { before, limit: limit + 1 })
      const { shown, next } = pageOf(rows, limit, (mail) => mail.id)
      return { mails: shown.map(toConsoleMail), next }
    },
  }
}

export function toMailFilter({
  id,
  state,
  to,
}: Omit<InputOf<typeof contract.listConsoleMails>, 'before' | 'limit'>): MailFilter {
  return { id: id ?? null, state: state ?? null, to: filterBy(to)?.toLowerCase() ?? null }
}

function toConsoleMail({
  runAt,
  createdAt,
  finishedAt,
  goodUntil,
  lastError,
  key,
  ...mail
}: ListedMail): ConsoleMail {
  return {
    ...mail,
    title: mailTitle(key),
    createdAt: createdAt.toISOString(),
    nextTryAt: mail.state === 'waiting' ? runAt.toISOString() : null,
    finishedAt: finishedAt?.toISOString() ?? null,
    goodUntil: goodUntil?.toISOString() ?? null,
    // a mail server may quote the subject
    lastError: lastError && maskCodes(lastError),
  }
}

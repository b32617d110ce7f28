import type * as contract from '#contract/console/mails.ts'
import { type ConsoleMail, listConsoleMails } from '#contract/console/mails.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { maskCodes } from '../../gateways/mail/mailer.ts'
import type { ConsoleDeps } from '../deps.ts'
import { filterBy, pageOf } from '../page-of.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { mailTitle } from './mail-titles.ts'
import { countMails, type ListedMail, listMailPage, type MailFilter } from './mails.store.ts'
import { MAIL_STATE_LABELS } from '#contract/console/mail-states.ts'
import { timeText } from '../../lib/local-time.ts'
import { exportedList, type PagePart } from '../exports/exported-list.ts'
import { filterFields } from '../exports/filter-fields.ts'

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

export const mailsFile = exportedList({
  title: '邮件',
  input: () => filterFields(listConsoleMails.input),
  personal: ['to'],
  toFilter: async (_, input) => toMailFilter(input),
  count: countMails,
  page: (tx, filter, { after, limit }: PagePart<ListedMail>) =>
    listMailPage(tx, filter, { before: after?.id ?? null, limit }),
  columns: [
    { title: '编号', of: ({ id }) => id },
    { title: '状态', of: ({ state }) => MAIL_STATE_LABELS[state] },
    { title: '收件人', of: ({ to }) => to },
    { title: '主题', of: ({ subject }) => subject },
    { title: '尝试次数', of: ({ attempts }) => attempts },
    { title: '创建时间', of: ({ createdAt }, { timeZone }) => timeText(createdAt, timeZone) },
    {
      title: '结束时间',
      of: ({ finishedAt }, { timeZone }) => finishedAt && timeText(finishedAt, timeZone),
    },
    { title: '最近的错误', of: ({ lastError }) => lastError && maskCodes(lastError) },
  ],
})

import { MAIL_STATE_LABELS } from '#contract/console/mail-states.ts'
import { listConsoleMails } from '#contract/console/mails.ts'
import { timeText } from '../../lib/local-time.ts'
import { maskCodes } from '../../gateways/mail/mailer.ts'
import { exportedList, type PagePart } from '../exports/exported-list.ts'
import { filterFields } from '../exports/filter-fields.ts'
import { toMailFilter } from './handlers.ts'
import { countMails, type ListedMail, listMailPage } from './mails.store.ts'

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

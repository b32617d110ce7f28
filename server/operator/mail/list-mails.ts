import { MAIL_STATE_LABELS, type MailState } from '#contract/console/mail-states.ts'
import { defineCommand } from '../command.ts'
import { oneOfWords, optionalText, wholeNumber } from '../parameters.ts'
import { timeText } from '../terminal/format.ts'
import { joinSections, formatTable } from '../terminal/table.ts'
import { maskCodes } from '../../gateways/mail/mask-codes.ts'
import { listMails as mailsIn, type MailRow } from './mails.store.ts'

export const listMailsCommand = defineCommand({
  name: 'mail list',
  summary: '列出发件箱：待发送与已放弃的邮件',
  notes: [
    '发出的邮件不再保留内容，只留下时间；带验证码或链接的还留下主题与隐去一部分的收件人，验证码本身不保留。',
  ],
  arguments: {},
  options: {
    state: oneOfWords(['waiting', 'dead', 'done'], '只看这种状态；不写则看待发送与已放弃的'),
    to: optionalText('邮箱', '只看发给这个邮箱的'),
    limit: wholeNumber('条数', '最多列出多少条，默认 20', { min: 1, max: 1000, absent: 20 }),
  },
  async run({ sql, content }, { state, to, limit }) {
    const { timeZone } = content.site
    const states: MailState[] = state === null ? ['waiting', 'dead'] : [state]
    const found = await mailsIn(sql, { states, to: to?.toLowerCase() ?? null, limit })
    const mails = found.map(({ subject, ...mail }) => ({
      ...mail,
      subject: subject && maskCodes(subject),
    }))
    const text = formatTable(mails, [
      { title: '编号', of: ({ id }) => id },
      { title: '状态', of: stateText },
      { title: '收件人', of: (mail) => mail.to ?? '—' },
      { title: '主题', of: ({ subject }) => subject ?? '—' },
      { title: '产生', of: ({ createdAt }) => timeText(createdAt, timeZone) },
      {
        title: '下次或完成',
        of: ({ finishedAt, runAt }) => timeText(finishedAt ?? runAt, timeZone),
      },
      { title: '原因', of: ({ lastError }) => lastError ?? '' },
    ])
    const more = mails.length === limit ? `只列出最近 ${limit} 封，更多请加 --limit` : null
    return {
      data: mails,
      text: mails.length === 0 ? '没有符合条件的邮件' : joinSections(text, more),
    }
  },
})

function stateText({ state, attempts }: MailRow): string {
  const tries = state !== 'done' && attempts > 0 ? `（试过 ${attempts} 次）` : ''
  return MAIL_STATE_LABELS[state] + tries
}

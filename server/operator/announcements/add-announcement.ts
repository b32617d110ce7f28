import { uuidv7 } from '../../db/ids.ts'
import { reportPageChange } from '../../site/pages/page-changes.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { kindParameter, termOptions, textParameter } from './announcement-parameters.ts'
import { changedTerms, describeTerms, nameOf } from './announcement-terms.ts'
import { type AnnouncementTerms, insertAnnouncement } from './announcements.store.ts'

export const addAnnouncementCommand = defineCommand({
  name: 'announcements add',
  summary: '发布一条公告：页面顶端的横幅，或账户中心里的通知卡片',
  console: { title: '发布公告', permission: 'own', ownForm: '/announcements/announcement' },
  notes: [
    '横幅在约十五秒内出现在所有节点的页面上，没有 JavaScript 也看得到；关闭记在这个浏览器里。',
    '通知卡片给登录的用户看，谁看过、谁关闭记在数据库里，换一个浏览器也不再出现。',
    '时间按网站的时区，以数据库的时钟为准。',
  ],
  arguments: {},
  options: {
    kind: kindParameter,
    text: textParameter(true),
    ...termOptions,
    reason: optionalText('原因', '记入操作记录'),
  },
  async run(operator, { kind, reason, ...given }) {
    const { sql, call } = operator
    const empty: AnnouncementTerms = {
      ...{ kind, title: null, text: '', linkLabel: null, linkUrl: null, tone: 'info' },
      ...{ pages: kind === 'banner' ? 'all' : null, isDismissable: true },
      ...{ startsAt: null, endsAt: null },
    }
    const terms = changedTerms(operator, empty, given)
    const { facts, sentences } = describeTerms(operator, terms)
    const id = uuidv7()
    await performAction(operator, {
      subject: id,
      reason,
      preview: { facts, sentences: ['将发布这条公告', ...sentences] },
      async work() {
        if (!(await insertAnnouncement(sql, { ...terms, id, by: call.actor.operator }))) {
          throw new Refusal('结束时间已经过去', { code: 'ENDED' })
        }
        reportPageChange()
      },
      toAuditResult: () => ({ id }),
    })
    return {
      data: { id },
      ...reported({ facts: [['ID', id]], sentences: [`已发布${nameOf(terms)}`] }),
    }
  },
})

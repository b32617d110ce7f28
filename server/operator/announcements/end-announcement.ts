import { reportPageChange } from '../../site/pages/page-changes.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { announcementArgument } from './announcement-parameters.ts'
import { nameOf, requireAnnouncement } from './announcement-terms.ts'
import { withdrawAnnouncement } from './announcements.store.ts'

export const endAnnouncementCommand = defineCommand({
  name: 'announcements end',
  summary: '提前结束一条公告',
  console: { title: '结束公告', permission: 'own' },
  notes: [
    '约十五秒内从所有节点的页面上消失；已经打开的页面要重新打开才消失。不能恢复，需要时另发一条。',
  ],
  arguments: { announcement: announcementArgument },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { announcement, reason }) {
    const { sql, call } = operator
    const row = await requireAnnouncement(operator, announcement)
    if (row.state === 'ended') throw alreadyEnded()
    const name = nameOf(row)
    await performAction(operator, {
      subject: row.id,
      reason,
      preview:
        row.state === 'live' ? `将结束${name}，顾客不再看到` : `将取消${name}，它还没有开始显示`,
      async work() {
        if (!(await withdrawAnnouncement(sql, row.id, call.actor.operator))) throw alreadyEnded()
        reportPageChange()
      },
      toAuditResult: () => ({ id: row.id }),
    })
    return { isFinal: true, data: { id: row.id }, ...reported({ sentences: [`已结束${name}`] }) }
  },
})

function alreadyEnded(): Refusal {
  return new Refusal('这条公告已经结束', { code: 'ENDED' })
}

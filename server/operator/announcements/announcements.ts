import { uuidv7 } from '../../db/ids.ts'
import { reportPageChange } from '../../site/pages/page-changes.ts'
import { defineCommand } from '../command.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import { optionalText, wholeNumber } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import {
  announcementArgument,
  kindParameter,
  termOptions,
  textParameter,
} from './announcement-parameters.ts'
import {
  changedTerms,
  describeTerms,
  ended,
  nameOf,
  requireAnnouncement,
} from './announcement-terms.ts'
import {
  type AnnouncementTerms,
  findAnnouncement,
  insertAnnouncement,
  updateAnnouncement,
  withdrawAnnouncement,
} from './announcements.store.ts'

export const addAnnouncementCommand = defineCommand({
  name: 'announcements add',
  summary: '发布一条公告：页面顶端的横幅，或账户中心里的通知卡片',
  console: { title: '发布公告', permission: 'own', ownForm: '/announcements/announcement' },
  notes: [
    '横幅在几秒内出现在所有节点的页面上，没有 JavaScript 也看得到；关闭记在这个浏览器里。',
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

const MOST_VERSIONS = 1_000_000

export const editAnnouncementCommand = defineCommand({
  name: 'announcements edit',
  summary: '修改一条还没有结束的公告',
  console: { title: '修改公告', permission: 'own', ownForm: '/announcements' },
  notes: [
    '没有写的保持不变；写 - 去掉链接或结束时间。',
    '已经关闭它的人不会再看到；要让所有人看到，请结束它，另发一条。',
  ],
  arguments: { announcement: announcementArgument },
  options: {
    text: textParameter(false),
    ...termOptions,
    basis: wholeNumber('版本', '修改前的版本；不符时拒绝', {
      ...{ min: 1, max: MOST_VERSIONS, absent: null },
    }),
    reason: optionalText('原因', '记入操作记录'),
  },
  async run(operator, { announcement, basis, reason, ...given }) {
    const { sql, call } = operator
    const row = await requireAnnouncement(operator, announcement)
    if (row.state === 'ended') throw ended()
    if (basis !== null && basis !== row.version) throw changedMeanwhile()
    if (row.state === 'live' && given.from)
      throw wrongUsage('--from 已经开始显示，不能再改开始时间')
    const terms = changedTerms(operator, row, given)
    const { facts: after, sentences } = describeTerms(operator, terms)
    const facts = changedFacts(describeTerms(operator, row).facts, after)
    if (facts.length === 0) return { data: { id: row.id }, text: '没有变化' }
    await performAction(operator, {
      subject: row.id,
      reason,
      preview: {
        facts: [['公告', nameOf(row)], ...facts],
        sentences: [
          '将修改这条公告',
          ...(row.dismissed > 0 ? [`已经关闭它的 ${row.dismissed} 位用户不会再看到`] : []),
          ...sentences,
        ],
      },
      async work() {
        const change = { ...terms, id: row.id, version: row.version, by: call.actor.operator }
        if (!(await updateAnnouncement(sql, change))) {
          const stored = await findAnnouncement(sql, row.id)
          throw stored?.version === row.version ? ended() : changedMeanwhile()
        }
        reportPageChange()
      },
      toAuditResult: () => ({ id: row.id, version: row.version + 1, by: call.actor.operator }),
    })
    const version = (await findAnnouncement(sql, row.id))?.version
    return {
      data: { id: row.id, version },
      ...reported({ facts, sentences: [`已修改${nameOf(terms)}`] }),
    }
  },
})

type Facts = readonly (readonly [label: string, value: string | null])[]

/** What differs, as `from → to`. */
function changedFacts(before: Facts, after: Facts): [string, string][] {
  return after.flatMap(([label, to], at): [string, string][] => {
    const from = before[at]?.[1] ?? null
    return from === to ? [] : [[label, `${from ?? '无'} → ${to ?? '无'}`]]
  })
}

function changedMeanwhile(): Refusal {
  return new Refusal('公告刚刚被别人修改过，没有改动：请再看一次', { code: 'CHANGED_MEANWHILE' })
}

export const endAnnouncementCommand = defineCommand({
  name: 'announcements end',
  summary: '提前结束一条公告',
  console: { title: '结束公告', permission: 'own' },
  notes: [
    '几秒内从所有节点的页面上消失；已经打开的页面要重新打开才消失。不能恢复，需要时另发一条。',
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

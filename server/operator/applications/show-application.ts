import { defineCommand } from '../command.ts'
import { countText, timeText } from '../terminal/format.ts'
import { formatFacts, formatTable, joinSections } from '../terminal/table.ts'
import { countGrants, listApplicationKeys } from './applications.store.ts'
import { applicationArgument, requireApplication } from './find-application.ts'

export const showApplicationCommand = defineCommand({
  name: 'applications show',
  summary: '查看一个应用：网址、密钥的使用情况、授权的用户数',
  notes: ['密钥本身不能再查看。'],
  arguments: { application: applicationArgument },
  options: {},
  async run({ sql, content }, { application: applicationRef }) {
    const { timeZone } = content.site
    const application = await requireApplication({ sql }, applicationRef)
    const [keys, grants] = await Promise.all([
      listApplicationKeys(sql, application.id),
      countGrants(sql, application.id),
    ])
    return {
      data: { ...application, keys, grants },
      text: joinSections(
        formatFacts([
          ['编号', application.id],
          ['名称', application.name],
          ['类型', application.isFirstParty ? '自营' : '需授权'],
          ['clientId', application.clientId],
          ['登录后回到', application.redirectUrls.join('、')],
          ['退出后回到', application.logoutRedirectUrls.join('、') || null],
          ['退出通知', application.backchannelUrl],
          ['Webhook', application.webhookUrl],
          ['积分不足提醒', countText(application.lowCredit)],
          ['每秒调用', countText(application.callsPerSecond)],
          [
            '其中每个用户',
            `每秒 ${countText(application.userCallsPerSecond)}，连续 ${countText(application.userBurst)}`,
          ],
          ['授权的用户', application.isFirstParty ? null : countText(grants)],
          ['登记', timeText(application.createdAt, timeZone)],
          ['停用', application.disabledAt && timeText(application.disabledAt, timeZone)],
        ]),
        formatTable(keys, [
          { title: 'API 密钥', of: ({ id }) => id },
          { title: '网段', of: ({ networks }) => networks.join('、') || '不限' },
          { title: '产生', of: ({ createdAt }) => timeText(createdAt, timeZone) },
          { title: '最近使用', of: ({ lastUsedAt }) => timeText(lastUsedAt, timeZone) },
          { title: '作废', of: ({ revokedAt }) => timeText(revokedAt, timeZone) },
        ]),
      ),
    }
  },
})

import { changeAddresses } from '../../applications/registry/change-addresses.ts'
import type { Addresses } from '../../applications/registry/applications.store.ts'
import { defineCommand } from '../command.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import { tellOwners } from '../operators/tell-owners.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { type Fact, reported } from '../report.ts'
import { readApplicationUrl, readApplicationUrls, readReceiverUrl } from './application-url.ts'
import {
  FIRST_PARTY_SENTENCE,
  applicationArgument,
  applicationLabel,
  disabledRefusal,
  requireApplication,
} from './find-application.ts'

/** In place of an address that is removed. */
const NONE = 'none'

const labels = {
  redirectUrls: '登录后回到',
  logoutRedirectUrls: '退出后回到',
  backchannelUrl: '退出通知',
  homeUrl: '应用的网址',
  webhookUrl: 'Webhook',
} satisfies Record<keyof Addresses, string>

function addressText(address: Addresses[keyof Addresses]): string {
  const text = typeof address === 'string' ? address : (address ?? []).join('，')
  return text === '' ? '无' : text
}

/** What changes, each before → after. */
function changedFacts(before: Addresses, after: Addresses): Fact[] {
  const rows = [
    [labels.redirectUrls, before.redirectUrls, after.redirectUrls],
    [labels.logoutRedirectUrls, before.logoutRedirectUrls, after.logoutRedirectUrls],
    [labels.backchannelUrl, before.backchannelUrl, after.backchannelUrl],
    [labels.homeUrl, before.homeUrl, after.homeUrl],
    [labels.webhookUrl, before.webhookUrl, after.webhookUrl],
  ] as const
  return rows.flatMap(([label, was, is]): Fact[] => {
    const change = [addressText(was), addressText(is)]
    return change[0] === change[1] ? [] : [[label, change.join(' → ')]]
  })
}

export const changeApplicationCommand = defineCommand({
  name: 'applications change',
  summary: '修改一个应用的网址',
  console: { title: '修改网址', permission: 'own' },
  notes: [
    '没有写的网址不变。多个网址用逗号分隔，写出的会替换原来的全部；写 none 去掉（登录后回到的网址不能去掉）。',
    '要求与登记时相同：必须是 https；开发环境里本机可以用 http://localhost。',
    '还没有发出的消息发往新的 Webhook 网址，密钥不变；原来没有 Webhook 的，新密钥只显示这一次。',
    '在控制台修改自营应用的网址，要由另一位所有者或财务签字；没有这样的同事时不用。所有者都会收到邮件。',
  ],
  arguments: { application: applicationArgument },
  options: {
    redirect: { ...optionalText('网址', '登录后回到的网址'), label: labels.redirectUrls },
    'logout-redirect': {
      ...optionalText('网址', '退出后回到的网址，none 为去掉'),
      label: labels.logoutRedirectUrls,
    },
    backchannel: {
      ...optionalText('网址', '接收退出通知的网址，none 为去掉'),
      label: labels.backchannelUrl,
    },
    home: {
      ...optionalText('网址', '客户打开应用的网址，none 为去掉'),
      label: labels.homeUrl,
    },
    webhook: {
      ...optionalText('网址', '接收消息（Webhook）的网址，none 为去掉'),
      label: labels.webhookUrl,
    },
    reason: optionalText('原因', '记入操作记录'),
  },
  async run(operator, { application: applicationRef, reason, ...given }) {
    const { sql, config } = operator
    const application = await requireApplication(operator, applicationRef)
    if (application.disabledAt !== null) throw disabledRefusal(application)
    const { id, isFirstParty, redirectUrls, logoutRedirectUrls } = application
    const { backchannelUrl, homeUrl, webhookUrl } = application
    const before: Addresses = {
      ...{ redirectUrls, logoutRedirectUrls, backchannelUrl, homeUrl, webhookUrl },
    }
    const one = (
      option: 'backchannel' | 'home' | 'webhook',
      current: string | null,
      read: typeof readReceiverUrl = readReceiverUrl,
    ) => {
      const text = given[option]
      if (text === null) return current
      return text === NONE ? null : read(option, text, config)
    }
    const several = (option: 'redirect' | 'logout-redirect', current: readonly string[]) => {
      const text = given[option]
      if (text === null) return current
      return text === NONE ? [] : readApplicationUrls(option, text, config)
    }
    const after: Addresses = {
      redirectUrls: several('redirect', redirectUrls),
      logoutRedirectUrls: several('logout-redirect', logoutRedirectUrls),
      backchannelUrl: one('backchannel', backchannelUrl),
      homeUrl: one('home', homeUrl, readApplicationUrl),
      webhookUrl: one('webhook', webhookUrl),
    }
    if (after.redirectUrls.length === 0) throw wrongUsage('--redirect 不能为空')
    const facts = changedFacts(before, after)
    if (facts.length === 0) {
      throw new Refusal('没有要修改的网址：写的与登记的一样', { code: 'UNCHANGED' })
    }
    const { webhookSecret } = await performAction(operator, {
      subject: id,
      reason,
      preview: {
        facts,
        sentences: [
          `将修改应用 ${applicationLabel(application)}的网址`,
          ...(isFirstParty ? [FIRST_PARTY_SENTENCE] : []),
        ],
      },
      // its users come back to them without being asked, and its messages name every customer
      needsSignature: isFirstParty,
      async work() {
        const addresses = { before, after }
        const changed = await changeAddresses({ sql, config }, id, addresses, async (tx) => {
          const changes = facts.map(([label, change]) => `${label}：${change}`).join('；')
          const what = `修改了${isFirstParty ? '自营的' : ''}应用 ${applicationLabel(application)}的网址（${changes}）`
          await tellOwners(operator, tx, what, { needsSignature: isFirstParty })
        })
        if (changed === 'disabled') throw disabledRefusal(application)
        if (changed === 'changed') {
          const sentence = '这个应用的网址刚刚被别人修改过，没有改动：请再看一次'
          throw new Refusal(sentence, { code: 'CHANGED_MEANWHILE' })
        }
        return changed
      },
      toAuditResult: () => Object.fromEntries(facts.map(([label, change]) => [label, change])),
    })
    return {
      data: { id, ...after, ...(webhookSecret !== null && { webhookSecret }) },
      ...reported({
        facts: [...facts, ['Webhook 密钥', webhookSecret, 'secret']],
        sentences: [
          `已修改应用 ${applicationLabel(application)}的网址`,
          ...(webhookSecret === null ? [] : ['密钥只显示这一次，请马上保存。']),
        ],
      }),
    }
  },
})

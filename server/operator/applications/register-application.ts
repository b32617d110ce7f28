import { DEFAULT_LIMITS, OWN_LIMITS } from '../../applications/registry/applications.store.ts'
import {
  type Registration,
  registerApplication,
} from '../../applications/registry/register-application.ts'
import { defineCommand } from '../command.ts'
import { wrongUsage } from '../exit.ts'
import { flag, optionalText, requiredText, wholeNumber } from '../parameters.ts'
import { tellOwners } from '../operators/tell-owners.ts'
import { performAction } from '../perform-action.ts'
import { type Fact, reported } from '../report.ts'
import { LONGEST_NAME, requireFreeName } from './application-name.ts'
import { readApplicationUrl, readApplicationUrls, readReceiverUrl } from './application-url.ts'
import { lockNames } from './applications.store.ts'
import { FIRST_PARTY_NOTE, FIRST_PARTY_SENTENCE, KEY_SENTENCE } from './find-application.ts'
import { networksParameter, networksText } from './networks-parameter.ts'

const DEFAULT_LOW_CREDIT = 100
const MOST_LOW_CREDIT = 1_000_000_000
const MOST_CALLS = 100_000

/** Where the application's users, messages and calls go to or come from. */
function registrationFacts({
  redirectUrls,
  logoutRedirectUrls,
  backchannelUrl,
  homeUrl,
  webhookUrl,
  networks,
}: Registration): Fact[] {
  return [
    ['登录后回到', redirectUrls.join('，')],
    ['退出后回到', logoutRedirectUrls.length === 0 ? null : logoutRedirectUrls.join('，')],
    ['退出通知', backchannelUrl],
    ['应用的网址', homeUrl],
    ['Webhook', webhookUrl],
    ['密钥限用网段', networksText(networks)],
  ]
}

export const registerApplicationCommand = defineCommand({
  name: 'applications register',
  summary: '登记一个可以使用积分的应用（AI 工具）',
  console: { title: '登记应用', permission: 'own' },
  notes: [
    '密钥只显示这一次，数据库里不保存原文：请马上存到应用的配置里。丢失后用 applications rotate 换新的。',
    '加 --first-party 的是自营的应用，可以使用每个用户的积分；其他应用只能使用授权过的用户的积分。',
    FIRST_PARTY_NOTE,
    '每次登记都发邮件告诉所有者。',
    '网址必须是 https；开发环境里本机可以用 http://localhost。几个网址用逗号分隔。',
  ],
  arguments: {},
  options: {
    name: requiredText(
      '名称',
      `用户看到的名称，最多 ${LONGEST_NAME} 个字，不能和商店或别的应用一样`,
    ),
    redirect: { ...requiredText('网址', '登录后回到的网址'), label: '登录后回到' },
    'logout-redirect': { ...optionalText('网址', '退出后回到的网址'), label: '退出后回到' },
    backchannel: { ...optionalText('网址', '接收退出通知的网址'), label: '退出通知' },
    home: {
      ...optionalText('网址', '客户打开应用的网址，显示在客户的用量里'),
      label: '应用的网址',
    },
    webhook: { ...optionalText('网址', '接收消息（Webhook）的网址'), label: 'Webhook' },
    'low-credit': {
      ...wholeNumber('积分', '余额低于多少时发出 credit.low，默认 100，0 为不发', {
        min: 0,
        max: MOST_LOW_CREDIT,
        absent: DEFAULT_LOW_CREDIT,
      }),
      label: '积分不足提醒',
    },
    'calls-per-second': {
      ...wholeNumber(
        '次数',
        `每秒最多调用几次，默认 ${DEFAULT_LIMITS.callsPerSecond}，自营的应用 ${OWN_LIMITS.callsPerSecond}`,
        { min: 1, max: MOST_CALLS, absent: null },
      ),
      label: '每秒调用',
    },
    'user-calls-per-second': {
      ...callsParameter('为一个用户每秒几次', DEFAULT_LIMITS.userCallsPerSecond),
      label: '每个用户每秒',
    },
    'user-burst': {
      ...callsParameter('为一个用户连续几次', DEFAULT_LIMITS.userBurst),
      label: '每个用户连续',
    },
    networks: networksParameter('API 密钥只能从这些 IP 地址或网段使用，默认不限'),
    'first-party': flag('自营的应用'),
  },
  async run(operator, given) {
    const { sql, now, config } = operator
    const one = (option: string, text: string | null) =>
      text === null ? null : readReceiverUrl(option, text, config)
    const several = (option: string, text: string | null) =>
      text === null ? [] : readApplicationUrls(option, text, config)
    const usual = given['first-party'] ? OWN_LIMITS : DEFAULT_LIMITS
    const registration = {
      name: given.name,
      isFirstParty: given['first-party'],
      redirectUrls: several('redirect', given.redirect),
      logoutRedirectUrls: several('logout-redirect', given['logout-redirect']),
      backchannelUrl: one('backchannel', given.backchannel),
      homeUrl: given.home === null ? null : readApplicationUrl('home', given.home, config),
      webhookUrl: one('webhook', given.webhook),
      lowCredit: given['low-credit'],
      networks: given.networks ?? [],
      limits: {
        callsPerSecond: given['calls-per-second'] ?? usual.callsPerSecond,
        userBurst: given['user-burst'],
        userCallsPerSecond: given['user-calls-per-second'],
      },
    }
    if (registration.redirectUrls.length === 0) throw wrongUsage('--redirect 不能为空')
    const { name, isFirstParty, redirectUrls } = registration
    await requireFreeName(sql, operator, name)
    const credentials = await performAction(operator, {
      preview: {
        facts: registrationFacts(registration),
        sentences: [
          `将登记应用“${name}”`,
          ...(isFirstParty ? [FIRST_PARTY_SENTENCE, KEY_SENTENCE] : []),
        ],
      },
      needsSignature: isFirstParty,
      work: () =>
        registerApplication({ sql, now, config }, registration, async (tx) => {
          await lockNames(tx)
          await requireFreeName(tx, operator, name)
          const what = `登记了${isFirstParty ? '自营的' : ''}应用“${name}”，登录后回到 ${redirectUrls.join('，')}`
          await tellOwners(operator, tx, what, { needsSignature: isFirstParty })
        }),
      toAuditResult: ({ id, clientId }) => ({ id, clientId }),
    })
    return {
      data: credentials,
      ...reported({
        facts: [
          ['编号', credentials.id],
          ['clientId', credentials.clientId],
          ['clientSecret', credentials.clientSecret, 'secret'],
          ['API 密钥', credentials.apiKey, 'secret'],
          ['Webhook 密钥', credentials.webhookSecret ?? null, 'secret'],
        ],
        sentences: ['密钥只显示这一次，请马上保存。'],
      }),
    }
  },
})

function callsParameter(help: string, absent: number) {
  return wholeNumber('次数', `${help}，默认 ${absent}`, { min: 1, max: MOST_CALLS, absent })
}

import { rotateSecrets } from '../../applications/registry/rotate-secrets.ts'
import type { Query } from '../../db/sql.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { flag, optionalText } from '../parameters.ts'
import { tellOwnersOfSigned } from '../operators/tell-owners.ts'
import { performAction } from '../perform-action.ts'
import { countText } from '../../lib/money-text.ts'
import { reported } from '../report.ts'
import {
  applicationArgument,
  applicationLabel,
  disabledRefusal,
  FIRST_PARTY_SENTENCE,
  KEY_SENTENCE,
  NEW_KEY_NOTE,
  requireApplication,
} from './find-application.ts'
import { networksParameter, networksText } from './networks-parameter.ts'
import { rotateSigningKey } from '../../applications/sign-on/signing-keys.ts'

/** What else is replaced at once; null: the API key alone. */
function replacedText(given: {
  'client-secret': boolean
  'webhook-secret': boolean
}): string | null {
  const replaced = [
    ...(given['client-secret'] ? ['clientSecret'] : []),
    ...(given['webhook-secret'] ? ['Webhook 密钥'] : []),
  ]
  return replaced.length === 0 ? null : replaced.join('，')
}

export const rotateApplicationCommand = defineCommand({
  name: 'applications rotate',
  summary: '给应用换新的 API 密钥，也可以换其他密钥',
  console: { title: '换新密钥', permission: 'own' },
  notes: [
    '旧的 API 密钥继续有效，最多两把同时有效：先换上新的，再执行一次，最旧的就作废（30 秒内在每个节点生效）。',
    NEW_KEY_NOTE,
    'clientSecret 与 Webhook 密钥换了以后，旧的马上作废。新密钥只显示这一次。',
  ],
  arguments: { application: applicationArgument },
  options: {
    'client-secret': flag('同时换 clientSecret'),
    'webhook-secret': flag('同时换 Webhook 密钥'),
    networks: networksParameter('新密钥只能从这些 IP 地址或网段使用，any 为不限，默认同旧密钥'),
    reason: optionalText('原因', '记入操作记录'),
  },
  async run(operator, { application: applicationRef, reason, ...given }) {
    const { sql, now, config } = operator
    const application = await requireApplication(operator, applicationRef)
    if (application.disabledAt !== null) throw disabledRefusal(application)
    const { isFirstParty } = application
    const secrets = await performAction(operator, {
      subject: application.id,
      reason,
      preview: {
        facts: [
          ['同时换', replacedText(given)],
          ['密钥限用网段', networksText(given.networks)],
        ],
        sentences: [
          `将给应用 ${applicationLabel(application)}换新的密钥`,
          ...(isFirstParty ? [FIRST_PARTY_SENTENCE] : []),
          KEY_SENTENCE,
        ],
      },
      // the old key goes on working: nobody would notice a second one
      needsSignature: true,
      async work() {
        const options = {
          withClientSecret: given['client-secret'],
          withWebhookSecret: given['webhook-secret'],
          networks: given.networks,
        }
        const tell = async (tx: Query) => {
          const what = `给${isFirstParty ? '自营的' : ''}应用 ${applicationLabel(application)}换了新的密钥`
          await tellOwnersOfSigned(operator, tx, what)
        }
        const rotated = await rotateSecrets({ sql, now, config }, application.id, options, tell)
        if (rotated === null) throw disabledRefusal(application)
        if (rotated === 'no-webhook') {
          throw new Refusal('这个应用没有登记 Webhook 网址', { code: 'NO_WEBHOOK' })
        }
        return rotated
      },
      toAuditResult: ({ revokedKeys }) => ({ revokedKeys }),
    })
    return {
      data: secrets,
      ...reported({
        facts: [
          ['API 密钥', secrets.apiKey, 'secret'],
          ['clientSecret', secrets.clientSecret ?? null, 'secret'],
          ['Webhook 密钥', secrets.webhookSecret ?? null, 'secret'],
          ['作废的旧密钥', countText(secrets.revokedKeys)],
        ],
        sentences: ['密钥只显示这一次，请马上保存。'],
      }),
    }
  },
})

export const rotateSigningKeyCommand = defineCommand({
  name: 'applications rotate-signing-key',
  summary: '换新的登录签名密钥',
  console: { title: '换登录签名密钥', permission: 'own' },
  notes: [
    '应用用它核对登录的身份证明（ID token）。新密钥先公布 15 分钟，再用来签名；旧密钥留下，用来核对以前的证明，60 天后再换时删除。应用不用做什么。',
    '加 --leaked 时旧密钥马上作废，新密钥马上签名：只在私钥泄露后使用。30 秒内在每个节点生效。',
  ],
  arguments: {},
  options: {
    leaked: flag('旧密钥已经泄露，马上作废'),
    reason: optionalText('原因', '记入操作记录'),
  },
  async run(operator, { leaked: isLeaked, reason }) {
    const { sql, now, config } = operator
    const rotated = await performAction(operator, {
      reason,
      preview: `将换新的登录签名密钥${isLeaked ? '，旧密钥马上作废' : ''}`,
      work: () => rotateSigningKey({ sql, now, config }, { isLeaked }),
      toAuditResult: (result) => ({ ...result }),
    })
    return {
      data: rotated,
      text: `新的登录签名密钥 ${rotated.id} ${isLeaked ? '已经启用' : '在 15 分钟后启用'}，删除了 ${rotated.ended} 个旧密钥`,
    }
  },
})

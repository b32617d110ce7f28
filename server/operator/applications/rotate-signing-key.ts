import { rotateSigningKey } from '../../applications/sign-on/signing-keys.ts'
import { defineCommand } from '../command.ts'
import { flag, optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'

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

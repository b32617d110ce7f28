import { decryptText, encryptText } from '../../lib/encrypted-text.ts'
import { secretKeysOf } from '../../http/keys.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { SEALED, type SealedColumn } from './sealed.store.ts'
import { replaceSecretMark } from '../../process/start/checks/secret-key-mark.store.ts'
import { secretMark } from '../../config/secret-mark.ts'

export const rotateKeyCommand = defineCommand({
  name: 'secret-key rotate',
  summary: '用新的 SECRET_KEY 重新加密存着的密钥',
  notes: [
    '更换时 SECRET_KEY 写“新的,旧的”：新的用来写，旧的还能读，没有人会被登出。几个节点时先都写“旧的,新的”，再都写“新的,旧的”。',
    '登录应用、Webhook、推送和验证器的密钥，以及还没有发出、带验证码或链接的邮件，由这个命令改用新的；密码在各人下次登录时改用新的。',
    '几周后从 SECRET_KEY 里去掉旧的；到那时还没有登录过的人，用邮件重置密码。',
  ],
  arguments: {},
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { reason }) {
    const { sql, config } = operator
    const [inForce, ...older] = secretKeysOf(config.secretKey)
    if (older.length === 0) {
      throw new Refusal('SECRET_KEY 里只有一个密钥：请先写成“新的,旧的”，重新启动所有节点', {
        code: 'SECRET_KEY',
      })
    }
    const counted = await performAction(operator, {
      reason,
      preview: '将用 SECRET_KEY 里的第一个密钥重新加密存着的所有密钥，它们照常能用',
      async work() {
        let rotated = 0
        let lost = 0
        for (const { purpose, list, replace } of SEALED) {
          for (const { id, sealed } of await list(sql)) {
            const plain = openSealed(config.secretKey, purpose, sealed)
            if (plain === null) {
              lost += 1
              continue
            }
            const renewed = encryptText(inForce, purpose, plain)
            const replaced = await replace(sql, { id, sealed, renewed })
            rotated += replaced.length
          }
        }
        return { rotated, lost }
      },
      toAuditResult: (result) => result,
    })
    const { rotated, lost } = counted
    return {
      data: counted,
      text:
        `已用新的密钥重新加密 ${rotated} 个密钥` +
        (lost === 0 ? '' : `；${lost} 个用 SECRET_KEY 里的密钥都读不出来，没有改动`),
    }
  },
})

/** Null when no key of SECRET_KEY opens it. */
function openSealed(
  secretKey: string,
  purpose: SealedColumn['purpose'],
  sealed: Uint8Array,
): string | null {
  try {
    return decryptText(secretKey, purpose, sealed)
  } catch {
    return null
  }
}

export const acceptKeyCommand = defineCommand({
  name: 'secret-key accept',
  summary: '认可现在的 SECRET_KEY，让服务用它启动',
  notes: [
    '服务不会用数据库没有见过的 SECRET_KEY 启动，因为那样所有密码都会失效。',
    '只在旧密钥已经丢失、换成新的之后运行：每个用户都要用邮件重置密码。旧的还在就用 secret-key rotate。',
    '有 Webhook 的应用也要各运行一次 applications rotate --webhook-secret，否则消息发不出去。',
  ],
  arguments: {},
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { reason }) {
    const { sql, config } = operator
    const isNew = await performAction(operator, {
      reason,
      preview: '将认可现在的 SECRET_KEY；如果它与以前的不同，所有用户都要重置密码',
      work: () => replaceSecretMark(sql, secretMark(config.secretKey)),
      toAuditResult: (replaced) => ({ replaced }),
    })
    return {
      data: { replaced: isNew },
      text: isNew
        ? '已认可新的 SECRET_KEY：现在可以启动服务，用户要用邮件重置密码'
        : '没有变化：数据库记得的就是现在的 SECRET_KEY',
    }
  },
})

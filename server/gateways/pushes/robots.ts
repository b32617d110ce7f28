import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'

/** Chat services that post a text for a robot's webhook. */
export type RobotKind = 'wecom' | 'dingtalk' | 'feishu' | 'telegram'

export interface RobotTarget {
  kind: RobotKind
  /** The webhook's whole address: whoever knows it can post. */
  url: string
  /** Signs each message where the robot demands it; null: unsigned. */
  secret: string | null
}

interface Message {
  url: URL
  secret: string | null
  text: string
  now: Date
}

interface Robot {
  hosts: readonly string[]
  /** What an address looks like, for the operator. */
  example: string
  hasAddressForm: (url: URL) => boolean
  canSign: boolean
  toRequest: (message: Message) => { url: URL; body: object }
  /** They answer 200 to a message that they refuse. Returns why it was refused; null: accepted. */
  readRefusal: (answer: unknown) => string | null
}

const numbered = z.object({ errcode: z.number(), errmsg: z.optional(z.string()) })

/** Of WeCom and DingTalk. */
function readNumbered(answer: unknown): string | null {
  const { data } = numbered.safeParse(answer)
  if (data === undefined) return '答复看不懂'
  return data.errcode === 0 ? null : `${data.errcode} ${data.errmsg ?? ''}`.trim()
}

const feishuAnswer = z.object({ code: z.number(), msg: z.optional(z.string()) })
const telegramAnswer = z.object({ ok: z.boolean(), description: z.optional(z.string()) })

/** By each service's page about its robots. */
export const ROBOTS: Readonly<Record<RobotKind, Robot>> = {
  wecom: {
    hosts: ['qyapi.weixin.qq.com'],
    example: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
    hasAddressForm: ({ pathname, searchParams }) =>
      pathname === '/cgi-bin/webhook/send' && Boolean(searchParams.get('key')),
    canSign: false,
    toRequest: ({ url, text }) => ({ url, body: { msgtype: 'text', text: { content: text } } }),
    readRefusal: readNumbered,
  },
  dingtalk: {
    hosts: ['oapi.dingtalk.com'],
    example: 'https://oapi.dingtalk.com/robot/send?access_token=…',
    hasAddressForm: ({ pathname, searchParams }) =>
      pathname === '/robot/send' && Boolean(searchParams.get('access_token')),
    canSign: true,
    toRequest({ url, secret, text, now }) {
      const signed = new URL(url)
      if (secret !== null) {
        const time = String(now.getTime())
        signed.searchParams.set('timestamp', time)
        signed.searchParams.set('sign', dingtalkSignature(secret, time))
      }
      return { url: signed, body: { msgtype: 'text', text: { content: text } } }
    },
    readRefusal: readNumbered,
  },
  feishu: {
    hosts: ['open.feishu.cn', 'open.larksuite.com'],
    example: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
    hasAddressForm: ({ pathname }) => /^\/open-apis\/bot\/v2\/hook\/[\w-]+$/.test(pathname),
    canSign: true,
    toRequest({ url, secret, text, now }) {
      const time = String(Math.floor(now.getTime() / 1000))
      const signed = secret !== null && { timestamp: time, sign: feishuSignature(secret, time) }
      return { url, body: { ...signed, msg_type: 'text', content: { text } } }
    },
    readRefusal(answer) {
      const { data } = feishuAnswer.safeParse(answer)
      if (data === undefined) return '答复看不懂'
      return data.code === 0 ? null : `${data.code} ${data.msg ?? ''}`.trim()
    },
  },
  telegram: {
    hosts: ['api.telegram.org'],
    example: 'https://api.telegram.org/bot<令牌>/sendMessage?chat_id=…',
    hasAddressForm: ({ pathname, searchParams }) =>
      /^\/bot\d+:[\w-]+\/sendMessage$/.test(pathname) && Boolean(searchParams.get('chat_id')),
    canSign: false,
    toRequest({ url, text }) {
      const plain = new URL(url)
      plain.search = ''
      const body = {
        chat_id: url.searchParams.get('chat_id'),
        text,
        link_preview_options: { is_disabled: true },
      }
      return { url: plain, body }
    },
    readRefusal(answer) {
      const { data } = telegramAnswer.safeParse(answer)
      if (data === undefined) return '答复看不懂'
      return data.ok ? null : (data.description ?? '拒绝')
    },
  },
}

/** The key is the secret, the text both lines. */
export function dingtalkSignature(secret: string, time: string): string {
  return createHmac('sha256', secret).update(`${time}\n${secret}`).digest('base64')
}

/** The key is both lines, the text empty. */
export function feishuSignature(secret: string, time: string): string {
  return createHmac('sha256', `${time}\n${secret}`).update('').digest('base64')
}

/** Why the address is none of this robot's, as a sentence that follows the field's name; null: it is one. */
export function findAddressProblem(
  kind: RobotKind,
  address: string,
  standIns: readonly string[],
): string | null {
  const { hosts, example, hasAddressForm } = ROBOTS[kind]
  const url = URL.parse(address)
  const form = `应为 ${example}`
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return form
  const isStandIn = standIns.includes(url.hostname)
  if (!isStandIn && url.protocol !== 'https:') return '应为 https 地址'
  if (!isStandIn && (!hosts.includes(url.hostname) || url.port !== '')) {
    return `只能是 ${hosts.join('、')} 的地址`
  }
  return hasAddressForm(url) ? null : form
}

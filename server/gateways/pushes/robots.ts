import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'

/** Chat services that post a text for a webhook; which one it is, its address says. */
export type RobotKind = 'wecom' | 'dingtalk' | 'feishu'

interface Message {
  url: URL
  secret: string | null
  text: string
  now: Date
}

interface Robot {
  hosts: readonly string[]
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

/** By each service's page about its robots. */
export const ROBOTS: Readonly<Record<RobotKind, Robot>> = {
  wecom: {
    hosts: ['qyapi.weixin.qq.com'],
    hasAddressForm: ({ pathname, searchParams }) =>
      pathname === '/cgi-bin/webhook/send' && Boolean(searchParams.get('key')),
    canSign: false,
    toRequest: ({ url, text }) => ({ url, body: { msgtype: 'text', text: { content: text } } }),
    readRefusal: readNumbered,
  },
  dingtalk: {
    hosts: ['oapi.dingtalk.com'],
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
}

/** The key is the secret, the text both lines. */
export function dingtalkSignature(secret: string, time: string): string {
  return createHmac('sha256', secret).update(`${time}\n${secret}`).digest('base64')
}

/** The key is both lines, the text empty. */
export function feishuSignature(secret: string, time: string): string {
  return createHmac('sha256', `${time}\n${secret}`).update('').digest('base64')
}

/** The robot of this address; null: it is none. Stand-ins are told by the form of their address. */
export function robotOf(address: string, standIns: readonly string[]): RobotKind | null {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return null
  const isStandIn = standIns.includes(url.hostname)
  const isOwn = (hosts: readonly string[]) =>
    url.protocol === 'https:' && url.port === '' && hosts.includes(url.hostname)
  for (const kind of ['wecom', 'dingtalk', 'feishu'] as const) {
    const { hosts, hasAddressForm } = ROBOTS[kind]
    if ((isStandIn || isOwn(hosts)) && hasAddressForm(url)) return kind
  }
  return null
}

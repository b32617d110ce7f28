import { expect, test } from 'vitest'
import { dingtalkSignature, feishuSignature, findAddressProblem, type RobotKind } from './robots.ts'

const KEY = '693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa'
const RIGHT: Readonly<Record<RobotKind, string>> = {
  wecom: `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${KEY}`,
  dingtalk: `https://oapi.dingtalk.com/robot/send?access_token=${KEY}`,
  feishu: `https://open.feishu.cn/open-apis/bot/v2/hook/${KEY}`,
  telegram: `https://api.telegram.org/bot123456:AA-bc_de/sendMessage?chat_id=-100200`,
}

const WRONG = [
  ['wecom', 'http://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1', '应为 https 地址'],
  ['wecom', 'https://127.0.0.1/cgi-bin/webhook/send?key=1', '只能是 qyapi.weixin.qq.com 的地址'],
  ['wecom', 'https://qyapi.weixin.qq.com:8443/cgi-bin/webhook/send?key=1', '只能是'],
  ['wecom', 'https://qyapi.weixin.qq.com.evil.test/cgi-bin/webhook/send?key=1', '只能是'],
  ['wecom', 'https://evil.test@qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1', '应为 https://'],
  ['wecom', 'https://qyapi.weixin.qq.com/cgi-bin/gettoken?key=1', '应为 https://'],
  ['wecom', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send', '应为 https://'],
  ['wecom', RIGHT.dingtalk, '只能是 qyapi.weixin.qq.com 的地址'],
  ['dingtalk', 'https://oapi.dingtalk.com/robot/send?access_token=', '应为 https://'],
  ['feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/../../x', '应为 https://'],
  ['telegram', 'https://api.telegram.org/bot1:a/deleteWebhook?chat_id=1', '应为 https://'],
  ['telegram', 'https://api.telegram.org/bot1:a/sendMessage', '应为 https://'],
  ['telegram', 'file:///etc/passwd', '应为 https 地址'],
  ['telegram', 'api.telegram.org', '应为 https://'],
] as const

test('an address as the service shows it is accepted, any other one is refused', () => {
  for (const [kind, url] of Object.entries(RIGHT)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of RIGHT
    expect(findAddressProblem(kind as RobotKind, url, []), url).toBeNull()
  }
  const problems = WRONG.map(([kind, url]) => [kind, url, findAddressProblem(kind, url, [])])
  expect(problems).toEqual(
    WRONG.map(([kind, url, problem]) => [kind, url, expect.stringContaining(problem)]),
  )
})

test('stand-in: only hosts of the setting, in the form of the service', () => {
  const url = 'http://127.0.0.1:4000/robot/send?access_token=1'
  expect(findAddressProblem('dingtalk', url, [])).toBe('应为 https 地址')
  expect(findAddressProblem('dingtalk', url, ['127.0.0.1'])).toBeNull()
  expect(findAddressProblem('dingtalk', 'http://127.0.0.1:4000/', ['127.0.0.1'])).toContain('应为')
})

// reckoned with `openssl dgst -sha256 -hmac` and `-mac HMAC`, apart from this code
test('signatures of DingTalk and Feishu', () => {
  expect(dingtalkSignature('SECabc', '1700000000000')).toBe(
    'jcUpW0QmtKduN03n4JqQ0PBosVjqnM8gU7fIIvsDmCM=',
  )
  expect(feishuSignature('SECabc', '1700000000')).toBe(
    'XprR1de+0SSBnwWyU/4k6x2TL+Q2SJlM5NNEdAv7MWg=',
  )
})

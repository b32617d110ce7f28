import { expect, test } from 'vitest'
import { dingtalkSignature, feishuSignature, robotOf } from './robots.ts'

const KEY = '693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa'
const RIGHT = [
  ['wecom', `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${KEY}`],
  ['dingtalk', `https://oapi.dingtalk.com/robot/send?access_token=${KEY}`],
  ['feishu', `https://open.feishu.cn/open-apis/bot/v2/hook/${KEY}`],
  ['feishu', `https://open.larksuite.com/open-apis/bot/v2/hook/${KEY}`],
] as const

const WRONG = [
  'http://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1',
  'https://127.0.0.1/cgi-bin/webhook/send?key=1',
  'https://qyapi.weixin.qq.com:8443/cgi-bin/webhook/send?key=1',
  'https://qyapi.weixin.qq.com.evil.test/cgi-bin/webhook/send?key=1',
  'https://evil.test@qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1',
  'https://qyapi.weixin.qq.com/cgi-bin/gettoken?key=1',
  'https://qyapi.weixin.qq.com/cgi-bin/webhook/send',
  'https://qyapi.weixin.qq.com/robot/send?access_token=1',
  'https://oapi.dingtalk.com/robot/send?access_token=',
  'https://open.feishu.cn/open-apis/bot/v2/hook/../../x',
  'file:///etc/passwd',
  'open.feishu.cn',
]

test('the address says which service it is of; any other address is of none', () => {
  expect(RIGHT.map(([, url]) => [robotOf(url, []), url])).toEqual(RIGHT)
  expect(WRONG.map((url) => [robotOf(url, []), url])).toEqual(WRONG.map((url) => [null, url]))
})

test('stand-in: only hosts of the setting, in the form of the service', () => {
  const url = 'http://127.0.0.1:4000/robot/send?access_token=1'
  expect(robotOf(url, [])).toBeNull()
  expect(robotOf(url, ['127.0.0.1'])).toBe('dingtalk')
  expect(robotOf('http://127.0.0.1:4000/', ['127.0.0.1'])).toBeNull()
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
